//! At most, at least, exactly k of n: the encodings by name.

use std::fmt;
use std::str::FromStr;

use super::at_most_one::UnknownEncoding;
use super::{network, sequential, totalizer};
use crate::lit::Lit;
use crate::sink::ClauseSink;

/// How to say "at most (at least, exactly) k of these n literals" in clauses.
///
/// With all of them unit propagation is complete on the inputs: once k literals are true, the others become false,
/// and the other way about. "Exactly k" keeps the number of models, n choose k, with every one of them; for the
/// others count projected onto the inputs.
///
/// ```
/// use exactone_sat::card::Cardinality;
/// assert_eq!("totalizer".parse(), Ok(Cardinality::Totalizer));
/// assert_eq!(Cardinality::Network.to_string(), "network");
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cardinality {
    /// The one with the fewest clauses, or within an eighth of it: sequential for n <= 25 or min(k, n-k) <= 3,
    /// totalizer up to min(k, n-k) = 10, else network.
    #[default]
    Auto,
    /// A running count (Sinz 2005), without the variables that no count between 0 and k needs: k(n-k) variables and
    /// (2k+1)(n-k) - k clauses for "at most", 4k(n-k) for "exactly".
    Sequential,
    /// A tree whose nodes count their leaves in unary (Bailleux and Boufkhad 2003), cut off at the bound.
    /// [`Totalizer`](super::Totalizer) is the same with a bound that can move.
    Totalizer,
    /// A sorting network of odd-even merges, cut off at the bound (Asin and others 2011): about n log2(k)^2
    /// variables and thrice as many clauses.
    Network,
}

impl Cardinality {
    /// All encodings, in the order in which help texts list them.
    pub const ALL: [Cardinality; 4] =
        [Cardinality::Auto, Cardinality::Sequential, Cardinality::Totalizer, Cardinality::Network];

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Cardinality::Auto => "auto",
            Cardinality::Sequential => "sequential",
            Cardinality::Totalizer => "totalizer",
            Cardinality::Network => "network",
        }
    }
}

impl fmt::Display for Cardinality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Cardinality {
    type Err = UnknownEncoding;

    fn from_str(name: &str) -> Result<Cardinality, UnknownEncoding> {
        Cardinality::ALL.into_iter().find(|encoding| encoding.name() == name).ok_or_else(|| UnknownEncoding {
            seen: name.into(),
            expected: Cardinality::ALL.map(Cardinality::name).to_vec(),
        })
    }
}

/// Which bounds a counting circuit must be able to express: each needs one direction of its clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bounds {
    /// "At most": true inputs make outputs true.
    Upper,
    /// "At least": true outputs need true inputs.
    Lower,
    /// Both, so that every output is a function of the inputs.
    Both,
}

impl Bounds {
    /// Whether "at most" can be expressed.
    pub const fn upper(self) -> bool {
        matches!(self, Bounds::Upper | Bounds::Both)
    }

    /// Whether "at least" can be expressed.
    pub const fn lower(self) -> bool {
        matches!(self, Bounds::Lower | Bounds::Both)
    }
}

/// At most `k` of these literals are true. Nothing is written where `k` is not below their number.
///
/// ```
/// use exactone_sat::card::{self, Cardinality};
/// use exactone_sat::{Cnf, Lit};
/// let mut cnf = Cnf::new();
/// card::at_most(&mut cnf, 0, &[1, -2].map(Lit::from), Cardinality::Auto);
/// assert_eq!(cnf.to_string(), "[-1] [2]");
/// ```
pub fn at_most(sink: &mut dyn ClauseSink, k: usize, lits: &[Lit], encoding: Cardinality) {
    announce(sink, lits);
    if k >= lits.len() {
        return;
    }
    if k == 0 {
        return lits.iter().for_each(|&lit| sink.add_clause(&[!lit]));
    }
    if k + 1 == lits.len() {
        return sink.add_clause(&negated(lits));
    }
    match resolve(encoding, k, lits.len()) {
        Circuit::Sequential => sequential::at_most(sink, k, lits),
        // Of the two ways to say it, the circuit with fewer outputs.
        circuit if k < lits.len() - k => {
            let outputs = circuit.outputs(sink, lits, k + 1, Bounds::Upper);
            state(sink, outputs.get(k), false);
        }
        circuit => {
            let needed = lits.len() - k;
            let outputs = circuit.outputs(sink, &negated(lits), needed, Bounds::Lower);
            state(sink, outputs.get(needed - 1), true);
        }
    }
}

/// At least `k` of these literals are true. Writes the empty clause if there are fewer than `k`.
///
/// ```
/// use exactone_sat::card::{self, Cardinality};
/// use exactone_sat::{Cnf, Lit};
/// let mut cnf = Cnf::new();
/// card::at_least(&mut cnf, 3, &[1, 2].map(Lit::from), Cardinality::Auto);
/// assert_eq!(cnf.to_string(), "[]");
/// ```
pub fn at_least(sink: &mut dyn ClauseSink, k: usize, lits: &[Lit], encoding: Cardinality) {
    announce(sink, lits);
    match lits.len().checked_sub(k) {
        None => sink.add_clause(&[]),
        Some(spare) if k > 0 => at_most(sink, spare, &negated(lits), encoding),
        Some(_) => {}
    }
}

/// Exactly `k` of these literals are true. Writes the empty clause if there are fewer than `k`.
///
/// For k = 1 see also [`exactly_one`](super::exactly_one), which has more encodings to choose from.
///
/// ```
/// use exactone_sat::card::{self, Cardinality};
/// use exactone_sat::{ClauseCounter, Lit, Var};
/// let lits: Vec<Lit> = Var::range(1..=10).map(Lit::from).collect();
/// let mut size = ClauseCounter::new();
/// card::exactly(&mut size, 3, &lits, Cardinality::Sequential);
/// assert_eq!((size.vars(), size.clauses()), (10 + 3 * 7, 4 * 3 * 7));
/// ```
pub fn exactly(sink: &mut dyn ClauseSink, k: usize, lits: &[Lit], encoding: Cardinality) {
    announce(sink, lits);
    if k > lits.len() {
        return sink.add_clause(&[]);
    }
    if k == 0 || k == lits.len() {
        return lits.iter().for_each(|&lit| sink.add_clause(&[if k == 0 { !lit } else { lit }]));
    }
    match resolve(encoding, k, lits.len()) {
        Circuit::Sequential => sequential::exactly(sink, k, lits),
        circuit => {
            let negations;
            let (k, lits) = if k <= lits.len() - k {
                (k, lits)
            } else {
                negations = negated(lits);
                (lits.len() - k, &negations[..])
            };
            let outputs = circuit.outputs(sink, lits, k + 1, Bounds::Both);
            state(sink, outputs.get(k - 1), true);
            state(sink, outputs.get(k), false);
        }
    }
}

/// Literals that count these: entry j (0-based) is true if and only if more than j of them are true.
///
/// There are `limit` of them, or one for each literal if that is fewer. This is what a formula needs in which a
/// cardinality stands inside other operators: "at least k" is entry k-1, "at most k" the negation of entry k.
/// With [`Bounds::Upper`] only true inputs force true entries, with [`Bounds::Lower`] only true entries force true
/// inputs; with [`Bounds::Both`] the entries are functions of the inputs.
///
/// ```
/// use exactone_sat::card::{self, Bounds, Cardinality};
/// use exactone_sat::{Cnf, Lit};
/// let mut cnf = Cnf::new();
/// let counts = card::counts(&mut cnf, &[1, 2, 3].map(Lit::from), 2, Bounds::Both, Cardinality::Totalizer);
/// assert_eq!(counts.len(), 2);
/// ```
pub fn counts(
    sink: &mut dyn ClauseSink,
    lits: &[Lit],
    limit: usize,
    bounds: Bounds,
    encoding: Cardinality,
) -> Vec<Lit> {
    announce(sink, lits);
    match encoding {
        Cardinality::Network => Circuit::Network,
        _ => Circuit::Totalizer,
    }
    .outputs(sink, lits, limit, bounds)
}

/// The output has this value; a sink that closed half-way left the circuit without it.
fn state(sink: &mut dyn ClauseSink, output: Option<&Lit>, value: bool) {
    match output {
        Some(&output) => sink.add_clause(&[if value { output } else { !output }]),
        None => debug_assert!(sink.is_closed()),
    }
}

/// An encoding with every choice made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Circuit {
    Sequential,
    Totalizer,
    Network,
}

impl Circuit {
    fn outputs(self, sink: &mut dyn ClauseSink, lits: &[Lit], limit: usize, bounds: Bounds) -> Vec<Lit> {
        match self {
            Circuit::Network => network::sort(sink, lits, limit, bounds),
            Circuit::Totalizer | Circuit::Sequential => {
                let mut outputs = totalizer::Totalizer::new(sink, lits, limit, bounds).into_outputs();
                outputs.truncate(limit); // a single literal is its own output even under the limit 0
                outputs
            }
        }
    }
}

fn resolve(encoding: Cardinality, k: usize, n: usize) -> Circuit {
    match encoding {
        Cardinality::Sequential => Circuit::Sequential,
        Cardinality::Totalizer => Circuit::Totalizer,
        Cardinality::Network => Circuit::Network,
        Cardinality::Auto => automatic(k, n),
    }
}

/// The thresholds are where the curves of clause counts cross; the test below holds them to it.
fn automatic(k: usize, n: usize) -> Circuit {
    let outputs = k.min(n - k);
    if n <= 25 || outputs <= 3 {
        Circuit::Sequential
    } else if outputs <= 10 {
        Circuit::Totalizer
    } else {
        Circuit::Network
    }
}

/// New variables must lie above the inputs even where the sink has not met those yet.
fn announce(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    sink.ensure_vars(lits.iter().map(|lit| lit.var().number()).max().unwrap_or(0));
}

fn negated(lits: &[Lit]) -> Vec<Lit> {
    lits.iter().map(|&lit| !lit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::testing::{
        inputs, models_by_input, partial_assignments, propagate, satisfiable_by_input, total,
    };
    use crate::{ClauseCounter, Cnf};

    fn encode(which: &str, k: usize, n: u32, encoding: Cardinality) -> Cnf {
        let mut cnf = Cnf::new();
        match which {
            "at most" => at_most(&mut cnf, k, &inputs(n), encoding),
            "at least" => at_least(&mut cnf, k, &inputs(n), encoding),
            _ => exactly(&mut cnf, k, &inputs(n), encoding),
        }
        cnf
    }

    fn holds(which: &str, k: usize, trues: usize) -> bool {
        match which {
            "at most" => trues <= k,
            "at least" => trues >= k,
            _ => trues == k,
        }
    }

    const EACH: [&str; 3] = ["at most", "at least", "exactly"];

    #[test]
    fn models_project_to_the_binomial_sum() {
        for encoding in Cardinality::ALL {
            for n in 0..=8u32 {
                for k in 0..=n as usize + 2 {
                    for which in EACH {
                        let cnf = encode(which, k, n, encoding);
                        let all: u64 = if which == "exactly" {
                            models_by_input(&cnf, n).iter().map(|(_, models)| models).sum()
                        } else {
                            0
                        };
                        let mut projected = 0;
                        for (set, satisfiable) in satisfiable_by_input(&cnf, n) {
                            let holds = holds(which, k, set.count_ones() as usize);
                            assert_eq!(satisfiable, holds, "{encoding}: {which} {k} of {n}, inputs {set:b}");
                            projected += u64::from(satisfiable);
                        }
                        let binomial_sum: u64 = (0..=u64::from(n))
                            .filter(|&j| holds(which, k, j as usize))
                            .map(|j| choose(n.into(), j))
                            .sum();
                        assert_eq!(projected, binomial_sum);
                        assert!(which != "exactly" || all == binomial_sum, "{encoding}: exactly {k} of {n}");
                    }
                }
            }
        }
    }

    fn choose(n: u64, k: u64) -> u64 {
        (1..=k).fold(1, |product, i| product * (n - k + i) / i)
    }

    /// Every partial assignment of the inputs: unit propagation finds the conflict or every forced input.
    #[test]
    fn unit_propagation_is_complete_on_the_inputs() {
        for encoding in Cardinality::ALL {
            for n in 1..=6u32 {
                for k in 0..=n as usize {
                    for which in EACH {
                        let cnf = encode(which, k, n, encoding);
                        for part in partial_assignments(n) {
                            check_propagation(
                                &cnf,
                                &part,
                                n,
                                |trues| holds(which, k, trues),
                                || format!("{encoding}: {which} {k} of {n} under {part:?}"),
                            );
                        }
                    }
                }
            }
        }
    }

    /// Compares unit propagation with "is there a total assignment", by the number of true inputs alone.
    fn check_propagation(
        cnf: &Cnf,
        part: &[Lit],
        n: u32,
        holds: impl Fn(usize) -> bool,
        what: impl Fn() -> String,
    ) {
        let trues = part.iter().filter(|lit| lit.is_positive()).count();
        let open = n as usize - part.len();
        let fixed = propagate(cnf, part);
        assert_eq!(fixed.is_some(), (trues..=trues + open).any(&holds), "{}", what());
        let Some(fixed) = fixed else { return };
        for lit in inputs(n).into_iter().filter(|lit| !part.contains(lit) && !part.contains(&!*lit)) {
            assert_eq!(fixed.contains(&lit), !(trues..trues + open).any(&holds), "{}", what());
            assert_eq!(fixed.contains(&!lit), !(trues + 1..=trues + open).any(&holds), "{}", what());
        }
    }

    #[test]
    fn sequential_sizes_are_those_of_the_formulas() {
        for n in 3..=100u64 {
            for k in 1..n - 1 {
                let mut size = ClauseCounter::new();
                at_most(&mut size, k as usize, &inputs(n as u32), Cardinality::Sequential);
                let expected = (n + k * (n - k), (2 * k + 1) * (n - k) - k);
                assert_eq!((u64::from(size.vars()), size.clauses()), expected, "at most {k} of {n}");
                let mut size = ClauseCounter::new();
                exactly(&mut size, k as usize, &inputs(n as u32), Cardinality::Sequential);
                assert_eq!(size.clauses(), 4 * k * (n - k), "exactly {k} of {n}");
            }
        }
    }

    #[test]
    fn counts_are_functions_of_the_inputs() {
        for encoding in [Cardinality::Totalizer, Cardinality::Network] {
            for n in 0..=7u32 {
                for limit in 0..=n as usize + 1 {
                    let mut cnf = Cnf::new();
                    let counts = counts(&mut cnf, &inputs(n), limit, Bounds::Both, encoding);
                    assert_eq!(counts.len(), limit.min(n as usize));
                    for set in 0..1u32 << n {
                        let fixed = propagate(&cnf, &total(set, n)).expect("a circuit refuses no input");
                        for (position, &count) in counts.iter().enumerate() {
                            let more = set.count_ones() as usize > position;
                            assert!(fixed.contains(&if more { count } else { !count }), "{encoding} of {n}");
                        }
                        assert_eq!(fixed.len(), cnf.var_count() as usize, "every variable is defined");
                    }
                }
            }
        }
    }

    #[test]
    fn auto_is_within_an_eighth_of_the_fewest_clauses() {
        for n in [4u32, 6, 10, 20, 25, 26, 50, 100, 200] {
            for k in (1..n as usize).filter(|k| k % 7 == 1 || *k < 20) {
                for which in ["at most", "exactly"] {
                    let clauses = |encoding| encode(which, k, n, encoding).len();
                    let least = Cardinality::ALL.map(clauses).into_iter().min().expect("there are encodings");
                    let auto = clauses(Cardinality::Auto);
                    assert!(8 * auto <= 9 * least, "{which} {k} of {n}: {auto} clauses, {least} are enough");
                }
            }
        }
    }
}
