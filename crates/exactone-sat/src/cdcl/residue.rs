//! The models of what is left when few variables are open, all of it in words of the machine.
//!
//! Most of a long list of models differ in a few dozen variables only, and a solver that sets, watches and takes back one
//! literal after the other spends thousands of instructions on each. So once at most 128 variables are open, the open
//! clauses over them are copied: a set of variables is a word, a clause two of them, and what a literal implies
//! through groups and binary clauses is two more. That is searched without learning, branching on a shortest open
//! clause. Where it meets many conflicts the search hands back its way, and the solver, who learns, goes on from there.

use super::Cdcl;
use super::lists::Lists;
use crate::lit::{Lit, Var};
use crate::model::Model;

/// Open variables, by number.
type Vars = u128;
/// Open clauses, by number.
type Clauses = [u128; 2];
/// As many as have room.
pub(super) const MOST: usize = 128;
const MOST_CLAUSES: usize = 256;
/// So many conflicts without a model are too many; few in tests, so that giving up is tested.
const PATIENCE: u32 = if cfg!(test) { 5 } else { 1_000 };
/// No number among the open variables.
const NONE: u8 = u8::MAX;

/// A partial assignment of the open variables and the clauses that no literal of it satisfies.
#[derive(Clone, Copy, Default)]
struct Node {
    trues: Vars,
    falses: Vars,
    open: Clauses,
}

/// What a literal does when it becomes true.
#[derive(Clone, Copy, Default)]
struct Effects {
    /// The variables that it makes true and false through groups and binary clauses.
    trues: Vars,
    falses: Vars,
    /// The clauses that hold it, and those that hold its negation.
    satisfied: Clauses,
    touched: Clauses,
}

/// A decision and what it was made on.
#[derive(Clone, Copy)]
struct Choice {
    before: Node,
    /// The number of the variable.
    var: u32,
    value: bool,
    /// Whether the other value has been looked at.
    second: bool,
    /// Whether the variable was asked about.
    asked: bool,
}

/// What the search came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    Model,
    /// There is no other model.
    Nothing,
    /// There may be, but others are better at finding it: see [`Residue::way`].
    TooHard,
}

/// What is left of a formula.
pub(super) struct Residue {
    /// Clauses of three and more literals as they were at the beginning, and where each ends; those of each variable.
    lits: Vec<Lit>,
    ends: Vec<u32>,
    /// Whether at most one of its literals can be true.
    exclusive: Vec<bool>,
    of_var: Lists<u32>,
    /// The last residue in which each clause was met.
    met: Vec<u64>,
    stamp: u64,

    /// The open variables, and their numbers here.
    vars: Vec<Var>,
    numbers: Vec<u8>,
    asked: Vars,
    /// Of each literal: twice the number of its variable, plus one if it is negative.
    effects: Vec<Effects>,
    /// Whether any positive literal, any negative one implies others, satisfies clauses, shortens clauses: in boards the
    /// true literals do only the first two, the false ones only the last.
    implies: [bool; 2],
    satisfies: [bool; 2],
    touches: [bool; 2],
    /// The positive and the negative variables of each clause.
    clauses: Vec<(Vars, Vars)>,
    node: Node,
    choices: Vec<Choice>,
    begun: bool,
    /// What the model that was written last made true here.
    written: Option<Vars>,
    pub(super) conflicts: u64,
    pub(super) propagations: u64,
}

fn bits(mut set: Vars) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (bit < MOST as u32).then_some(bit)
    })
}

/// Looks at each number of a set. A word at a time: this is where the time goes.
#[inline]
fn each(set: u128, mut see: impl FnMut(usize)) {
    for (start, word) in [(0, set as u64), (64, (set >> 64) as u64)] {
        let mut left = word;
        while left != 0 {
            see(start + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

#[inline]
fn union(a: Clauses, b: Clauses) -> Clauses {
    [a[0] | b[0], a[1] | b[1]]
}

/// Whether a set has at most one number.
#[inline]
fn is_single(set: u128) -> bool {
    set & set.wrapping_sub(1) == 0
}

impl Residue {
    /// Takes note of the long clauses of a solver.
    pub(super) fn new(solver: &Cdcl) -> Residue {
        let mut residue = Residue {
            lits: Vec::new(),
            ends: Vec::new(),
            exclusive: Vec::new(),
            of_var: Lists::new(4, 0),
            met: Vec::new(),
            stamp: 0,
            vars: Vec::new(),
            numbers: vec![NONE; solver.known],
            asked: 0,
            effects: Vec::new(),
            implies: [false; 2],
            satisfies: [false; 2],
            touches: [false; 2],
            clauses: Vec::new(),
            node: Node::default(),
            choices: Vec::new(),
            begun: false,
            written: None,
            conflicts: 0,
            propagations: 0,
        };
        residue.of_var.grow(solver.known);
        let mut next = solver.db.first();
        while let Some(clause) = next {
            next = solver.db.next(clause);
            let lits = solver.db.lits(clause);
            let for_good = |&lit: &Lit| solver.trail.is_true(lit) && solver.trail.level_of(lit.var()) == 0;
            if !solver.db.is_clause(clause) || solver.db.is_learnt(clause) || lits.iter().any(for_good) {
                continue;
            }
            let number = residue.ends.len() as u32;
            for &lit in lits {
                residue.of_var.push(lit.var().index(), number);
            }
            residue.lits.extend_from_slice(lits);
            residue.ends.push(residue.lits.len() as u32);
            residue.exclusive.push(solver.db.is_group(clause));
        }
        residue.met = vec![0; residue.ends.len()];
        residue
    }

    /// Takes what is open in a solver that has propagated without conflict. False if there is too much of it.
    pub(super) fn take(&mut self, solver: &Cdcl, asked: &[bool]) -> bool {
        for var in self.vars.drain(..) {
            self.numbers[var.index()] = NONE;
        }
        let open = (0..solver.known).map(Var::from_index);
        self.vars.extend(open.filter(|var| solver.trail.value(var.positive()) == 0));
        if self.vars.len() > MOST {
            return false;
        }
        self.asked = 0;
        for (number, var) in self.vars.iter().enumerate() {
            self.numbers[var.index()] = number as u8;
            self.asked |= Vars::from(asked[var.index()]) << number;
        }
        self.stamp += 1;
        self.clauses.clear();
        self.effects.clear();
        for at in 0..2 * self.vars.len() {
            let lit = self.vars[at / 2].lit(at % 2 == 0);
            let (trues, falses) = self.implied_by(solver, lit);
            self.effects.push(Effects { trues, falses, ..Effects::default() });
        }
        for at in 0..self.vars.len() {
            let (start, end) = self.of_var.range(self.vars[at].index());
            for place in start..end {
                let clause = self.of_var.pool[place] as usize;
                if std::mem::replace(&mut self.met[clause], self.stamp) != self.stamp
                    && !self.take_clause(solver, clause)
                {
                    return false;
                }
            }
        }
        for side in 0..2 {
            let mut effects = self.effects.iter().skip(side).step_by(2);
            self.implies[side] = effects.clone().any(|effects| effects.trues | effects.falses != 0);
            self.satisfies[side] = effects.clone().any(|effects| effects.satisfied != [0; 2]);
            self.touches[side] = effects.any(|effects| effects.touched != [0; 2]);
        }
        let mut open = [0; 2];
        (0..self.clauses.len()).for_each(|clause| open[clause / 128] |= 1 << (clause % 128));
        self.node = Node { trues: 0, falses: 0, open };
        self.choices.clear();
        (self.begun, self.written) = (false, None);
        true
    }

    /// The number here of an open literal: twice that of its variable, plus one if it is negative.
    fn number(&self, lit: Lit) -> Option<usize> {
        match self.numbers[lit.var().index()] {
            NONE => None,
            number => Some(2 * usize::from(number) + usize::from(!lit.is_positive())),
        }
    }

    /// The open variables that a literal makes true and false through binary clauses and groups that are no clauses.
    fn implied_by(&self, solver: &Cdcl, lit: Lit) -> (Vars, Vars) {
        let mut implied: (Vars, Vars) = (0, 0);
        let mut add = |other: Lit| {
            if let Some(number) = self.number(other) {
                let side = if number % 2 == 0 { &mut implied.0 } else { &mut implied.1 };
                *side |= 1 << (number / 2);
            }
        };
        solver.binaries.items(lit.index()).iter().for_each(|&other| add(other));
        for &group in solver.members.items(lit.index()) {
            solver.db.lits(group).iter().filter(|&&other| other != lit).for_each(|&other| add(!other));
        }
        implied
    }

    /// Takes a clause unless it is satisfied. False if there are too many.
    fn take_clause(&mut self, solver: &Cdcl, clause: usize) -> bool {
        let start = if clause == 0 { 0 } else { self.ends[clause - 1] as usize };
        let lits = &self.lits[start..self.ends[clause] as usize];
        if lits.iter().any(|&lit| solver.trail.is_true(lit)) {
            return true;
        }
        if self.clauses.len() == MOST_CLAUSES {
            return false;
        }
        let here = self.clauses.len();
        let mut sides: (Vars, Vars) = (0, 0);
        for lit in lits {
            let number = self.numbers[lit.var().index()];
            if number != NONE {
                let (side, sign) = if lit.is_positive() { (&mut sides.0, 0) } else { (&mut sides.1, 1) };
                *side |= 1 << number;
                let number = 2 * usize::from(number) + sign;
                self.effects[number].satisfied[here / 128] |= 1 << (here % 128);
                self.effects[number ^ 1].touched[here / 128] |= 1 << (here % 128);
            }
        }
        if self.exclusive[clause] {
            // What one literal excludes is what makes the others false.
            for (side, sign) in [(sides.0, 0), (sides.1, 1)] {
                for number in bits(side) {
                    let effects = &mut self.effects[2 * number as usize + sign];
                    let own = 1 << number;
                    effects.trues |= sides.1 & !own;
                    effects.falses |= sides.0 & !own;
                }
            }
        }
        self.clauses.push(sides);
        true
    }

    /// On to the next model.
    pub(super) fn search(&mut self) -> Found {
        let mut patience = PATIENCE;
        let mut good = if self.begun { self.turn(true) } else { Some(self.node) };
        self.begun = true;
        loop {
            match good {
                None => return Found::Nothing,
                Some(node) => {
                    let before = self.node.trues | self.node.falses;
                    self.propagations += u64::from(((node.trues | node.falses) & !before).count_ones());
                    self.node = node;
                }
            }
            let Some((var, value)) = self.decision() else { return Found::Model };
            let asked = self.asked >> var & 1 == 1;
            self.choices.push(Choice { before: self.node, var, value, second: false, asked });
            good = self.propagate(self.node, var, value);
            if good.is_none() {
                self.conflicts += 1;
                patience -= 1;
                good = self.turn(false);
                if patience == 0 && good.is_some() {
                    self.node = good.unwrap_or_default();
                    return Found::TooHard;
                }
            }
        }
    }

    /// Turns to the other side of the newest decision that has one; after a model, on a variable asked about.
    fn turn(&mut self, after_model: bool) -> Option<Node> {
        let mut after_model = after_model;
        while let Some(&Choice { before, var, value, second, asked }) = self.choices.last() {
            if second || after_model && !asked {
                self.choices.pop();
                continue;
            }
            after_model = false;
            *self.choices.last_mut()? = Choice { before, var, value: !value, second: true, asked };
            match self.propagate(before, var, !value) {
                Some(node) => return Some(node),
                None => self.conflicts += 1,
            }
        }
        None
    }

    /// Sets a variable and what follows; `None` at a conflict.
    fn propagate(&self, mut node: Node, var: u32, value: bool) -> Option<Node> {
        let bit: Vars = 1 << var;
        let (mut trues, mut falses) = if value { (bit, 0) } else { (0, bit) };
        let mut touched: Clauses = [0; 2];
        loop {
            let mut satisfied: Clauses = [0; 2];
            trues &= !node.trues;
            falses &= !node.falses;
            if trues | falses == 0 {
                let mut refuted = false;
                for (half, touched) in touched.iter_mut().enumerate() {
                    each(std::mem::take(touched) & node.open[half], |clause| {
                        let (positive, negative) = self.clauses[128 * half + clause];
                        let left = positive & !node.falses | negative & !node.trues;
                        if is_single(left) {
                            refuted |= left == 0;
                            trues |= positive & left;
                            falses |= negative & left;
                        }
                    });
                }
                if refuted {
                    return None;
                }
                if trues | falses == 0 {
                    return Some(node);
                }
            }
            node.trues |= trues;
            node.falses |= falses;
            if node.trues & node.falses != 0 {
                return None;
            }
            let now = [(std::mem::take(&mut trues), 0), (std::mem::take(&mut falses), 1)];
            for (vars, side) in now {
                let of = |var: usize| &self.effects[2 * var + side];
                if self.implies[side] {
                    each(vars, |var| (trues, falses) = (trues | of(var).trues, falses | of(var).falses));
                }
                if self.satisfies[side] {
                    each(vars, |var| satisfied = union(satisfied, of(var).satisfied));
                }
                if self.touches[side] {
                    each(vars, |var| touched = union(touched, of(var).touched));
                }
            }
            node.open = [node.open[0] & !satisfied[0], node.open[1] & !satisfied[1]];
        }
    }

    /// The next variable to decide on and its first value: of a shortest open clause, variables asked about before the
    /// others. `None` if all have a value.
    fn decision(&self) -> Option<(u32, bool)> {
        let free = !(self.node.trues | self.node.falses);
        let all = if self.vars.len() == MOST { Vars::MAX } else { (1 << self.vars.len()) - 1 };
        let mut wanted = free & self.asked;
        if wanted == 0 {
            wanted = free & all;
        }
        if wanted == 0 {
            return None;
        }
        let mut best = (u32::MAX, wanted, true);
        let numbers = bits(self.node.open[0]).chain(bits(self.node.open[1]).map(|clause| 128 + clause));
        for clause in numbers {
            let (positive, negative) = self.clauses[clause as usize];
            let left = (positive | negative) & free;
            let chosen = left & wanted;
            if chosen == 0 {
                continue;
            }
            // An open clause has two free literals at least.
            let is_pair = is_single(left & left.wrapping_sub(1));
            let count = if is_pair { 2 } else { left.count_ones() };
            if count < best.0 {
                best = (count, chosen, positive >> chosen.trailing_zeros() & 1 == 1);
            }
            if is_pair {
                break;
            }
        }
        Some((best.1.trailing_zeros(), best.2))
    }

    /// Writes the model that was found.
    pub(super) fn write(&mut self, model: &mut Model) {
        let Residue { vars, node, written, .. } = self;
        let all = if vars.len() == MOST { Vars::MAX } else { (1 << vars.len()) - 1 };
        let changed = written.map_or(all, |before| before ^ node.trues);
        each(changed, |number| model.set(vars[number].lit(node.trues >> number & 1 == 1)));
        self.written = Some(self.node.trues);
    }

    /// The decisions on variables asked about that led here, each with whether its other side has been looked at.
    pub(super) fn way(&self) -> impl Iterator<Item = (Lit, bool)> + '_ {
        let asked = self.choices.iter().take_while(|choice| choice.asked);
        asked.map(|choice| (self.vars[choice.var as usize].lit(choice.value), choice.second))
    }
}
