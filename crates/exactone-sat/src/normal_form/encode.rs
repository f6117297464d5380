//! Gates to clauses, for both polarities or just the needed ones.
//!
//! What is stated (rather than used inside something) needs no variable: an "and" is each of its operands, an "or"
//! is a clause, a cardinality goes to the encodings of [`card`](crate::card) as it is.

use std::collections::{HashMap, HashSet};

use super::circuit::{Circuit, Gate, Signal};
use crate::card::{self, AtMostOne, Bounds, Cardinality};
use crate::expr::{Expr, Op};
use crate::lit::Lit;
use crate::sink::ClauseSink;

/// Which clauses define a gate's variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Both directions: the variable is a function of the named ones.
    Tseitin,
    /// Only those that its uses need.
    PlaistedGreenbaum,
}

/// Up to so many literals, "at most one" goes to the sink as a group, which may keep it whole: here the pairs are
/// fewer than four clauses a literal.
const GROUP: usize = 8;

/// A formula that is stated, or a cardinality over signals that is.
enum Stated {
    Clause(Vec<Signal>),
    AtLeast(u32, Vec<Signal>),
    AtMost(u32, Vec<Signal>),
    Exactly(u32, Vec<Signal>),
}

/// What a gate's uses need: that it can be relied on when true, when false.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Need {
    when_true: bool,
    when_false: bool,
}

/// States formulas into a sink, sharing gates between them.
pub(crate) struct Encoder {
    circuit: Circuit,
    style: Style,
    groups: bool,
    stated: Vec<Stated>,
    seen: HashSet<Signal>,
    wanted: Vec<Signal>,
}

impl Encoder {
    pub fn new(style: Style) -> Encoder {
        Encoder {
            circuit: Circuit::new(),
            style,
            groups: false,
            stated: Vec::new(),
            seen: HashSet::new(),
            wanted: Vec::new(),
        }
    }

    /// Gives "at most one" of any size to the sink as a group: for solvers.
    pub fn with_groups(self) -> Encoder {
        Encoder { groups: true, ..self }
    }

    /// The formula must hold.
    pub fn state(&mut self, formula: &Expr) {
        let mut open = vec![formula];
        let mut seen: HashSet<*const Expr> = HashSet::new();
        while let Some(expr) = open.pop() {
            match expr.op() {
                Op::And => {
                    // Operands of a shared "and" are stated once.
                    if seen.insert(expr.operands().as_ptr()) {
                        open.extend(expr.operands().iter().rev());
                    }
                }
                Op::Exactly(k) => {
                    let signals: Vec<Signal> =
                        expr.operands().iter().map(|operand| self.circuit.add(operand)).collect();
                    let given = signals.iter().filter(|&&signal| signal == Signal::TRUE).count() as u32;
                    let rest: Vec<Signal> =
                        signals.into_iter().filter(|signal| signal.constant().is_none()).collect();
                    match k.checked_sub(given) {
                        Some(k) if k as usize <= rest.len() => self.stated.push(Stated::Exactly(k, rest)),
                        _ => self.stated.push(Stated::Clause(Vec::new())),
                    }
                }
                _ => {
                    let signal = self.circuit.add(expr);
                    self.state_signal(signal);
                }
            }
        }
    }

    fn state_signal(&mut self, signal: Signal) {
        let mut open = vec![signal];
        while let Some(signal) = open.pop() {
            if !self.seen.insert(signal) {
                continue;
            }
            let negated = signal.is_negated();
            match *self.circuit.gate(signal.gate()) {
                Gate::True if negated => self.stated.push(Stated::Clause(Vec::new())),
                Gate::True => {}
                Gate::And(ref operands) if !negated => open.extend(operands.iter().rev()),
                Gate::And(ref operands) => {
                    self.stated.push(Stated::Clause(operands.iter().map(|&operand| !operand).collect()));
                }
                Gate::Input(_) => self.stated.push(Stated::Clause(vec![signal])),
                Gate::Xor(a, b) => {
                    let b = b.flip(negated);
                    self.stated.push(Stated::Clause(vec![a, b]));
                    self.stated.push(Stated::Clause(vec![!a, !b]));
                }
                Gate::Choice(c, a, b) => {
                    self.stated.push(Stated::Clause(vec![!c, a.flip(negated)]));
                    self.stated.push(Stated::Clause(vec![c, b.flip(negated)]));
                }
                Gate::AtLeast(k, ref operands) if negated => {
                    self.stated.push(Stated::AtMost(k - 1, operands.to_vec()));
                }
                Gate::AtLeast(k, ref operands) => self.stated.push(Stated::AtLeast(k, operands.to_vec())),
            }
        }
    }

    /// The formula gets a literal that is true exactly when it holds, at this place of what
    /// [`finish`](Self::finish) returns.
    pub fn define(&mut self, formula: &Expr) -> usize {
        let signal = self.circuit.add(formula);
        self.wanted.push(signal);
        self.wanted.len() - 1
    }

    /// Writes everything, auxiliary variables after all named ones and all the sink has. Returns the literals of
    /// the defined formulas.
    pub fn finish<S: ClauseSink + ?Sized>(self, sink: &mut S) -> Vec<Lit> {
        let mut sink = sink;
        let sink: &mut dyn ClauseSink = &mut sink;
        sink.ensure_vars(self.circuit.max_var());
        let needs = self.needs();
        let counts = self.count_limits(&needs);
        let mut counted: HashMap<&[Signal], Vec<Lit>> = HashMap::new();
        let mut lits: Vec<Option<Lit>> = vec![None; self.circuit.len()];
        let lit_of = |lits: &[Option<Lit>], signal: Signal| {
            let lit = lits[signal.gate()].expect("a gate's operands are defined before it");
            if signal.is_negated() { !lit } else { lit }
        };
        for position in 1..self.circuit.len() {
            let need = needs[position];
            if need == Need::default() {
                continue;
            }
            if sink.is_closed() {
                // Whoever wanted a literal gets one, though nothing is said of it.
                lits[position] = Some(match *self.circuit.gate(position) {
                    Gate::Input(var) => var.positive(),
                    _ => sink.new_var().positive(),
                });
                continue;
            }
            let gate = self.circuit.gate(position);
            let lit = match gate {
                Gate::Input(var) => var.positive(),
                Gate::AtLeast(k, operands) => {
                    let outputs = counted.entry(operands).or_insert_with(|| {
                        let inputs: Vec<Lit> =
                            operands.iter().map(|&operand| lit_of(&lits, operand)).collect();
                        let (limit, need) = counts[&**operands];
                        let bounds = match (need.when_true, need.when_false) {
                            (true, false) => Bounds::Lower,
                            (false, true) => Bounds::Upper,
                            _ => Bounds::Both,
                        };
                        card::counts(sink, &inputs, limit as usize, bounds, Cardinality::Totalizer)
                    });
                    match outputs.get(*k as usize - 1) {
                        Some(&output) => output,
                        // The sink closed half-way.
                        None => sink.new_var().positive(),
                    }
                }
                _ => sink.new_var().positive(),
            };
            lits[position] = Some(lit);
            let operand = |signal: Signal| lit_of(&lits, signal);
            match *gate {
                Gate::And(ref operands) => {
                    if need.when_true {
                        for &one in operands {
                            sink.add_clause(&[!lit, operand(one)]);
                        }
                    }
                    if need.when_false {
                        let mut clause = vec![lit];
                        clause.extend(operands.iter().map(|&one| !operand(one)));
                        sink.add_clause(&clause);
                    }
                }
                Gate::Xor(a, b) => {
                    let (a, b) = (operand(a), operand(b));
                    if need.when_true {
                        sink.add_clause(&[!lit, a, b]);
                        sink.add_clause(&[!lit, !a, !b]);
                    }
                    if need.when_false {
                        sink.add_clause(&[lit, a, !b]);
                        sink.add_clause(&[lit, !a, b]);
                    }
                }
                Gate::Choice(c, a, b) => {
                    let (c, a, b) = (operand(c), operand(a), operand(b));
                    if need.when_true {
                        sink.add_clause(&[!lit, !c, a]);
                        sink.add_clause(&[!lit, c, b]);
                    }
                    if need.when_false {
                        sink.add_clause(&[lit, !c, !a]);
                        sink.add_clause(&[lit, c, !b]);
                    }
                }
                Gate::True | Gate::Input(_) | Gate::AtLeast(..) => {}
            }
        }
        for stated in &self.stated {
            if sink.is_closed() {
                break;
            }
            let (Stated::Clause(signals)
            | Stated::AtLeast(_, signals)
            | Stated::AtMost(_, signals)
            | Stated::Exactly(_, signals)) = stated;
            let clause: Vec<Lit> = signals.iter().map(|&signal| lit_of(&lits, signal)).collect();
            match *stated {
                Stated::Clause(_) => sink.add_clause(&clause),
                Stated::AtLeast(k, _) => self.bounds(sink, &clause, Some(k), None),
                Stated::AtMost(k, _) => self.bounds(sink, &clause, None, Some(k)),
                Stated::Exactly(k, _) => self.bounds(sink, &clause, Some(k), Some(k)),
            }
        }
        self.wanted
            .iter()
            .map(|&signal| match signal.constant() {
                None => lit_of(&lits, signal),
                Some(value) => {
                    // A variable of its own, fixed to be true.
                    let truth = sink.new_var().positive();
                    sink.add_clause(&[truth]);
                    if value { truth } else { !truth }
                }
            })
            .collect()
    }

    /// A stated cardinality: at least `low`, at most `high`, or both if they are equal.
    fn bounds(&self, sink: &mut dyn ClauseSink, lits: &[Lit], low: Option<u32>, high: Option<u32>) {
        if high == Some(1) && (self.groups || lits.len() <= GROUP) {
            match low {
                Some(_) => sink.exactly_one(lits),
                None => sink.at_most_one(lits),
            }
            return;
        }
        match self.style {
            // The encodings whose new variables are functions of the inputs.
            Style::Tseitin if high == Some(1) => match low {
                Some(_) => card::exactly_one(sink, lits, AtMostOne::Ladder),
                None => card::at_most_one(sink, lits, AtMostOne::Ladder),
            },
            Style::Tseitin => {
                let limit = high.map_or(0, |high| high as usize + 1).max(low.unwrap_or(0) as usize);
                let counts = card::counts(sink, lits, limit, Bounds::Both, Cardinality::Totalizer);
                if let Some(low) = low.filter(|&low| low > 0) {
                    let reached = counts.get(low as usize - 1).copied();
                    sink.add_clause(reached.as_slice());
                }
                if let Some(&too_many) = high.and_then(|high| counts.get(high as usize)) {
                    sink.add_clause(&[!too_many]);
                }
            }
            Style::PlaistedGreenbaum => match (low, high) {
                (Some(k), Some(_)) => card::exactly(sink, k as usize, lits, Cardinality::Auto),
                (Some(k), None) => card::at_least(sink, k as usize, lits, Cardinality::Auto),
                (None, Some(k)) => card::at_most(sink, k as usize, lits, Cardinality::Auto),
                (None, None) => {}
            },
        }
    }

    fn needs(&self) -> Vec<Need> {
        let mut needs = vec![Need::default(); self.circuit.len()];
        let both = self.style == Style::Tseitin;
        let mark = |needs: &mut Vec<Need>, signal: Signal, when_true: bool, when_false: bool| {
            let need = &mut needs[signal.gate()];
            let (when_true, when_false) =
                if signal.is_negated() { (when_false, when_true) } else { (when_true, when_false) };
            need.when_true |= when_true || both;
            need.when_false |= when_false || both;
        };
        for stated in &self.stated {
            let (signals, low, high) = match stated {
                Stated::Clause(signals) | Stated::AtLeast(_, signals) => (signals, true, false),
                Stated::AtMost(_, signals) => (signals, false, true),
                Stated::Exactly(_, signals) => (signals, true, true),
            };
            for &signal in signals {
                mark(&mut needs, signal, low, high);
            }
        }
        for &signal in &self.wanted {
            mark(&mut needs, signal, true, true);
        }
        for position in (1..self.circuit.len()).rev() {
            let Need { when_true, when_false } = needs[position];
            if !when_true && !when_false {
                continue;
            }
            match *self.circuit.gate(position) {
                Gate::True | Gate::Input(_) => {}
                Gate::And(ref operands) | Gate::AtLeast(_, ref operands) => {
                    for &operand in operands {
                        mark(&mut needs, operand, when_true, when_false);
                    }
                }
                Gate::Xor(a, b) => {
                    mark(&mut needs, a, true, true);
                    mark(&mut needs, b, true, true);
                }
                Gate::Choice(c, a, b) => {
                    mark(&mut needs, c, true, true);
                    mark(&mut needs, a, when_true, when_false);
                    mark(&mut needs, b, when_true, when_false);
                }
            }
        }
        needs
    }

    /// For each counted multiset, how far it must be counted and in which directions.
    fn count_limits(&self, needs: &[Need]) -> HashMap<&[Signal], (u32, Need)> {
        let mut limits: HashMap<&[Signal], (u32, Need)> = HashMap::new();
        for (position, need) in needs.iter().enumerate() {
            if let Gate::AtLeast(k, operands) = self.circuit.gate(position) {
                let (limit, sum) = limits.entry(operands).or_default();
                *limit = (*limit).max(*k);
                sum.when_true |= need.when_true;
                sum.when_false |= need.when_false;
            }
        }
        limits
    }
}
