//! Pseudo-Boolean sums: weights times literals, compared with a bound.
//!
//! Every sum is first brought to one form: one term a variable, weights positive, the constant part moved to the
//! bound (`3x + 2~x + x` is `2 + 2x`; `-4x` is `-4 + 4~x`). Arithmetic is in 128 bits, so 64-bit weights and bounds
//! cannot overflow for any number of terms that fits in memory.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::at_most::{self, Cardinality};
use super::at_most_one::UnknownEncoding;
use crate::lit::{Lit, Var};
use crate::sink::ClauseSink;

mod adder;
mod bdd;
mod generalized;

/// How to say "these weighted literals add up to at most (at least, exactly) so much" in clauses.
///
/// Sums whose weights are all equal become plain [cardinality](Cardinality) constraints under every name. Models
/// must be counted projected onto the inputs.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PseudoBoolean {
    /// A decision diagram while it stays small (1,000 nodes and 20 a term), else adders.
    #[default]
    Auto,
    /// A binary decision diagram (Een and Sorensson 2006; Abio and others 2012). Unit propagation is complete on the
    /// inputs for "at most" and "at least". Can grow exponentially with the length of the weights.
    Bdd,
    /// A tree whose nodes know which sums their leaves reach (Joshi, Martins and Manquinho 2015). Unit propagation is
    /// complete on the inputs for "at most" and "at least". Small where few different sums occur.
    GeneralizedTotalizer,
    /// Binary adders and a comparison (Warners 1998; Een and Sorensson 2006): 14 clauses for each of about n log2 W
    /// adders, whatever the weights are, but unit propagation sees little.
    Adder,
}

impl PseudoBoolean {
    /// All encodings, in the order in which help texts list them.
    pub const ALL: [PseudoBoolean; 4] =
        [PseudoBoolean::Auto, PseudoBoolean::Bdd, PseudoBoolean::GeneralizedTotalizer, PseudoBoolean::Adder];

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            PseudoBoolean::Auto => "auto",
            PseudoBoolean::Bdd => "bdd",
            PseudoBoolean::GeneralizedTotalizer => "generalized-totalizer",
            PseudoBoolean::Adder => "adder",
        }
    }
}

impl fmt::Display for PseudoBoolean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PseudoBoolean {
    type Err = UnknownEncoding;

    fn from_str(name: &str) -> Result<PseudoBoolean, UnknownEncoding> {
        PseudoBoolean::ALL.into_iter().find(|encoding| encoding.name() == name).ok_or_else(|| {
            UnknownEncoding {
                seen: name.into(),
                expected: PseudoBoolean::ALL.map(PseudoBoolean::name).to_vec(),
            }
        })
    }
}

/// A sum for which the chosen encoding would need too much memory. Nothing has been written to the sink.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SumTooLarge {
    /// The encoding that was asked for. `Auto` and `Adder` never fail.
    pub encoding: PseudoBoolean,
    /// The number of its nodes or clauses at which it gave up.
    pub limit: usize,
}

impl fmt::Display for SumTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (encoding, limit) = (self.encoding, self.limit);
        write!(f, "the {encoding} encoding of this sum needs more than {limit} nodes; auto and adder do not")
    }
}

impl std::error::Error for SumTooLarge {}

/// The weighted literals add up to at most `bound`. A sum that always does writes nothing, one that never does just
/// the empty clause. Weights may be negative or zero; literals may repeat and stand beside their negations.
///
/// ```
/// use exactone_sat::card::{self, PseudoBoolean};
/// use exactone_sat::{Cnf, Lit};
/// let [a, b] = [1, 2].map(Lit::from);
/// let mut cnf = Cnf::new();
/// card::sum_at_most(&mut cnf, &[(5, a), (3, b)], 4, PseudoBoolean::Auto)?;
/// assert_eq!(cnf.to_string(), "[-1]");
/// cnf.clear();
/// card::sum_at_most(&mut cnf, &[(i64::MAX, a), (i64::MAX, !a)], i64::MAX - 1, PseudoBoolean::Auto)?;
/// assert_eq!(cnf.to_string(), "[]");
/// # Ok::<(), exactone_sat::card::SumTooLarge>(())
/// ```
///
/// # Errors
/// [`SumTooLarge`] where `Bdd` or `GeneralizedTotalizer` was asked for and would need millions of nodes.
pub fn sum_at_most(
    sink: &mut dyn ClauseSink,
    terms: &[(i64, Lit)],
    bound: i64,
    encoding: PseudoBoolean,
) -> Result<(), SumTooLarge> {
    let sum = Sum::new(sink, terms);
    let bound = i128::from(bound) - sum.constant;
    encode_at_most(sink, sum, bound, encoding)
}

/// The weighted literals add up to at least `bound`; otherwise as [`sum_at_most`].
///
/// ```
/// use exactone_sat::card::{self, PseudoBoolean};
/// use exactone_sat::{Cnf, Lit};
/// let mut cnf = Cnf::new();
/// card::sum_at_least(&mut cnf, &[(2, Lit::from(1)), (-1, Lit::from(2))], 2, PseudoBoolean::Bdd)?;
/// assert_eq!(cnf.to_string(), "[1] [-2]");
/// # Ok::<(), exactone_sat::card::SumTooLarge>(())
/// ```
///
/// # Errors
/// As [`sum_at_most`].
pub fn sum_at_least(
    sink: &mut dyn ClauseSink,
    terms: &[(i64, Lit)],
    bound: i64,
    encoding: PseudoBoolean,
) -> Result<(), SumTooLarge> {
    let sum = Sum::new(sink, terms);
    // What is not taken must not be more than what may be left out.
    let bound = sum.total() - (i128::from(bound) - sum.constant);
    encode_at_most(sink, sum.negated(), bound, encoding)
}

/// The weighted literals add up to exactly `bound`; otherwise as [`sum_at_most`].
///
/// Whether any choice of weights hits the bound at all is a hard question. `Bdd` and `GeneralizedTotalizer` answer it
/// while they build, so that the empty clause is all they write if there is none; `Adder`, and `Auto` where the
/// diagram is too large, leave it to the solver.
///
/// ```
/// use exactone_sat::card::{self, PseudoBoolean};
/// use exactone_sat::{Cnf, Lit};
/// let mut cnf = Cnf::new();
/// let weights = [(6, Lit::from(1)), (10, Lit::from(2)), (15, Lit::from(3))];
/// card::sum_exactly(&mut cnf, &weights, 17, PseudoBoolean::Auto)?;
/// assert_eq!(cnf.to_string(), "[]");
/// # Ok::<(), exactone_sat::card::SumTooLarge>(())
/// ```
///
/// # Errors
/// As [`sum_at_most`].
pub fn sum_exactly(
    sink: &mut dyn ClauseSink,
    terms: &[(i64, Lit)],
    bound: i64,
    encoding: PseudoBoolean,
) -> Result<(), SumTooLarge> {
    let mut sum = Sum::new(sink, terms);
    let mut bound = i128::from(bound) - sum.constant;
    let mut units = Vec::new();
    // The largest weight may be too large to be taken, or too large to be left out; then the next one.
    let mut taken = 0;
    let mut total = sum.total();
    while let Some(&(weight, lit)) = sum.terms.get(taken) {
        if weight > bound {
            units.push(!lit);
        } else if weight > total - bound {
            units.push(lit);
            bound -= weight;
        } else {
            break;
        }
        total -= weight;
        taken += 1;
    }
    sum.terms.drain(..taken);
    let divisor = sum.divide();
    if bound < 0 || bound > total || divisor > 0 && bound % divisor != 0 || divisor == 0 && bound != 0 {
        sink.add_clause(&[]);
        return Ok(());
    }
    let bound = if divisor > 0 { bound / divisor } else { 0 };
    let plan = if sum.is_plain() {
        Plan::Plain
    } else {
        match encoding {
            PseudoBoolean::Adder => Plan::Adder,
            PseudoBoolean::GeneralizedTotalizer => {
                let spare = sum.total() - bound;
                let upper = generalized::Tree::new(&sum.terms, bound)?;
                if !upper.reaches(bound) {
                    Plan::Never
                } else {
                    Plan::Trees(upper, generalized::Tree::new(&sum.clone().negated().terms, spare)?)
                }
            }
            PseudoBoolean::Bdd => Plan::from_diagram(bdd::exactly(&sum.terms, bound, bdd::MOST_NODES)?),
            PseudoBoolean::Auto => match bdd::exactly(&sum.terms, bound, small(&sum)) {
                Ok(diagram) => Plan::from_diagram(diagram),
                Err(_) => Plan::Adder,
            },
        }
    };
    if let Plan::Never = plan {
        sink.add_clause(&[]);
        return Ok(());
    }
    units.iter().for_each(|&unit| sink.add_clause(&[unit]));
    match plan {
        Plan::Never => {}
        Plan::Plain => at_most::exactly(sink, count(bound), &sum.lits(), Cardinality::Auto),
        Plan::Adder => adder::exactly(sink, &sum.terms, bound),
        Plan::Diagram(diagram) => diagram.write(sink, &sum.terms),
        Plan::Trees(upper, lower) => {
            upper.write(sink);
            lower.write(sink);
        }
    }
    Ok(())
}

/// What will be written, once it is known that something can be.
enum Plan {
    Never,
    Plain,
    Adder,
    Diagram(bdd::Diagram),
    Trees(generalized::Tree, generalized::Tree),
}

impl Plan {
    fn from_diagram(diagram: bdd::Diagram) -> Plan {
        if diagram.is_false() { Plan::Never } else { Plan::Diagram(diagram) }
    }
}

fn encode_at_most(
    sink: &mut dyn ClauseSink,
    mut sum: Sum,
    bound: i128,
    encoding: PseudoBoolean,
) -> Result<(), SumTooLarge> {
    if bound < 0 {
        sink.add_clause(&[]);
        return Ok(());
    }
    let heavy = sum.terms.partition_point(|&(weight, _)| weight > bound);
    let too_heavy: Vec<Lit> = sum.terms.drain(..heavy).map(|(_, lit)| lit).collect();
    let divisor = sum.divide();
    let bound = if divisor > 0 { bound / divisor } else { 0 };
    let forbid = |sink: &mut dyn ClauseSink| too_heavy.iter().for_each(|&lit| sink.add_clause(&[!lit]));
    if sum.total() <= bound {
        forbid(sink);
    } else if sum.is_plain() {
        forbid(sink);
        at_most::at_most(sink, count(bound), &sum.lits(), Cardinality::Auto);
    } else {
        match encoding {
            PseudoBoolean::Adder => {
                forbid(sink);
                adder::at_most(sink, &sum.terms, bound);
            }
            PseudoBoolean::GeneralizedTotalizer => {
                let tree = generalized::Tree::new(&sum.terms, bound)?;
                forbid(sink);
                tree.write(sink);
            }
            PseudoBoolean::Bdd => {
                let diagram = bdd::at_most(&sum.terms, bound, bdd::MOST_NODES)?;
                forbid(sink);
                diagram.write(sink, &sum.terms);
            }
            PseudoBoolean::Auto => {
                let diagram = bdd::at_most(&sum.terms, bound, small(&sum));
                forbid(sink);
                match diagram {
                    Ok(diagram) => diagram.write(sink, &sum.terms),
                    Err(_) => adder::at_most(sink, &sum.terms, bound),
                }
            }
        }
    }
    Ok(())
}

/// The most nodes that `Auto` spends on a diagram.
fn small(sum: &Sum) -> usize {
    1_000 + 20 * sum.terms.len()
}

/// A bound that is below the number of terms, as a count.
fn count(bound: i128) -> usize {
    usize::try_from(bound).unwrap_or(usize::MAX)
}

/// A sum in its one form: positive weights in descending order, one term a variable.
#[derive(Clone)]
struct Sum {
    terms: Vec<(i128, Lit)>,
    constant: i128,
}

impl Sum {
    fn new(sink: &mut dyn ClauseSink, terms: &[(i64, Lit)]) -> Sum {
        sink.ensure_vars(terms.iter().map(|(_, lit)| lit.var().number()).max().unwrap_or(0));
        let mut constant = 0;
        let mut coefficients: BTreeMap<Var, i128> = BTreeMap::new();
        for &(weight, lit) in terms {
            let weight = i128::from(weight);
            // w ~x = w - w x
            let sign = if lit.is_positive() { 1 } else { -1 };
            *coefficients.entry(lit.var()).or_default() += sign * weight;
            if lit.is_negated() {
                constant += weight;
            }
        }
        let mut terms: Vec<(i128, Lit)> = Vec::with_capacity(coefficients.len());
        for (var, coefficient) in coefficients {
            if coefficient != 0 {
                terms.push((coefficient.abs(), var.lit(coefficient > 0)));
                constant += coefficient.min(0);
            }
        }
        terms.sort_by_key(|&(weight, lit)| (std::cmp::Reverse(weight), lit));
        Sum { terms, constant }
    }

    fn total(&self) -> i128 {
        self.terms.iter().map(|&(weight, _)| weight).sum()
    }

    fn lits(&self) -> Vec<Lit> {
        self.terms.iter().map(|&(_, lit)| lit).collect()
    }

    /// Whether all weights are 1.
    fn is_plain(&self) -> bool {
        self.terms.iter().all(|&(weight, _)| weight == 1)
    }

    /// Divides all weights by their greatest common divisor and returns it; 0 if there is no term.
    fn divide(&mut self) -> i128 {
        let divisor = self.terms.iter().fold(0, |divisor, &(weight, _)| gcd(weight, divisor));
        if divisor > 1 {
            self.terms.iter_mut().for_each(|(weight, _)| *weight /= divisor);
        }
        divisor
    }

    /// The same weights on the negated literals; the constant is dropped.
    fn negated(mut self) -> Sum {
        self.terms.iter_mut().for_each(|(_, lit)| *lit = !*lit);
        Sum { terms: self.terms, constant: 0 }
    }
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cnf;
    use crate::card::testing::{inputs, partial_assignments, propagate, satisfiable_by_input};
    use crate::testing::Random;

    fn encode(which: u64, terms: &[(i64, Lit)], bound: i64, encoding: PseudoBoolean) -> Cnf {
        let mut cnf = Cnf::new();
        cnf.ensure_vars(8);
        match which {
            0 => sum_at_most(&mut cnf, terms, bound, encoding),
            1 => sum_at_least(&mut cnf, terms, bound, encoding),
            _ => sum_exactly(&mut cnf, terms, bound, encoding),
        }
        .expect("the sum is small");
        cnf
    }

    fn holds(which: u64, sum: i64, bound: i64) -> bool {
        match which {
            0 => sum <= bound,
            1 => sum >= bound,
            _ => sum == bound,
        }
    }

    fn value(terms: &[(i64, Lit)], set: u32) -> i64 {
        terms
            .iter()
            .filter(|(_, lit)| (set >> lit.var().index() & 1 == 1) == lit.polarity())
            .map(|t| t.0)
            .sum()
    }

    #[test]
    fn projected_models_are_the_assignments_that_meet_the_bound() {
        let mut random = Random::new(1);
        for round in 0..1500 {
            let vars = 1 + random.below(6) as u32;
            let terms: Vec<(i64, Lit)> = (0..random.below(9))
                .map(|_| {
                    let var = Var::new(1 + random.below(vars.into()) as u32);
                    (random.below(15) as i64 - 4, var.lit(random.below(3) > 0))
                })
                .collect();
            let bound = random.below(30) as i64 - 8;
            let which = random.below(3);
            for encoding in PseudoBoolean::ALL {
                let cnf = encode(which, &terms, bound, encoding);
                let answers = satisfiable_by_input(&cnf, vars);
                for &(set, satisfiable) in &answers {
                    let holds = holds(which, value(&terms, set), bound);
                    assert_eq!(
                        satisfiable, holds,
                        "{round}, {encoding}: {terms:?} {which} {bound}, inputs {set:b}"
                    );
                }
                if answers.iter().all(|answer| !answer.1) && encoding != PseudoBoolean::Adder {
                    assert_eq!(cnf.to_string(), "[]", "{encoding}: {terms:?} {which} {bound}");
                }
                if answers.iter().all(|answer| answer.1) && which < 2 {
                    assert!(cnf.is_empty(), "{encoding}: {terms:?} {which} {bound}");
                }
            }
        }
    }

    /// Every partial assignment of the inputs: unit propagation finds the conflict or every forced input.
    #[test]
    fn unit_propagation_is_complete_for_diagrams_and_trees() {
        let mut random = Random::new(2);
        for _ in 0..60 {
            let n = 3 + random.below(3) as u32;
            let terms: Vec<(i64, Lit)> =
                inputs(n).into_iter().map(|lit| (1 + random.below(9) as i64, lit)).collect();
            let bound = random.below(value(&terms, (1 << n) - 1) as u64) as i64;
            for encoding in [PseudoBoolean::Bdd, PseudoBoolean::GeneralizedTotalizer, PseudoBoolean::Auto] {
                let cnf = encode(0, &terms, bound, encoding);
                for part in partial_assignments(n) {
                    let weight =
                        |wanted: &Lit| terms.iter().find(|(_, lit)| lit == wanted).map_or(0, |term| term.0);
                    let least: i64 = part.iter().filter(|lit| lit.is_positive()).map(weight).sum();
                    let fixed = propagate(&cnf, &part);
                    assert_eq!(
                        fixed.is_some(),
                        least <= bound,
                        "{encoding}: {terms:?} <= {bound} under {part:?}"
                    );
                    let Some(fixed) = fixed else { continue };
                    for lit in
                        inputs(n).into_iter().filter(|lit| !part.contains(lit) && !part.contains(&!*lit))
                    {
                        let forced = least + weight(&lit) > bound;
                        assert_eq!(
                            fixed.contains(&!lit),
                            forced,
                            "{encoding}: {terms:?} <= {bound} under {part:?}"
                        );
                        assert!(!fixed.contains(&lit));
                    }
                }
            }
        }
    }

    #[test]
    fn extreme_weights_neither_overflow_nor_hang() {
        let big = |number: i32, weight: i64| (weight, Lit::from(number));
        for encoding in PseudoBoolean::ALL {
            let terms = [big(1, i64::MAX), big(-2, i64::MIN), big(3, i64::MAX), big(-1, i64::MIN), big(2, 1)];
            for which in 0..3 {
                for bound in [i64::MIN, -1, 0, 1, i64::MAX] {
                    let cnf = encode(which, &terms, bound, encoding);
                    for (set, satisfiable) in satisfiable_by_input(&cnf, 3) {
                        let sum: i128 = terms
                            .iter()
                            .filter(|(_, lit)| (set >> lit.var().index() & 1 == 1) == lit.polarity())
                            .map(|term| i128::from(term.0))
                            .sum();
                        let holds = match which {
                            0 => sum <= bound.into(),
                            1 => sum >= bound.into(),
                            _ => sum == bound.into(),
                        };
                        assert_eq!(satisfiable, holds, "{encoding}: {which} {bound}, inputs {set:b}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_sum_too_large_for_a_diagram_is_refused_before_anything_is_written() {
        let mut random = Random::new(3);
        let terms: Vec<(i64, Lit)> =
            inputs(60).into_iter().map(|lit| ((1 << 60) + random.below(1 << 60) as i64, lit)).collect();
        let bound = i64::MAX;
        let mut cnf = Cnf::new();
        // Each twice as heavy: at most three fit below 2^63, so there are at most some thousand sums.
        let heavy: Vec<(i64, Lit)> = terms[..30].iter().map(|&(weight, lit)| (weight << 1, lit)).collect();
        let result = sum_at_most(&mut cnf, &heavy, bound, PseudoBoolean::GeneralizedTotalizer);
        assert!(result.is_ok(), "{result:?}");
        cnf.clear();
        let small: Vec<(i64, Lit)> = terms.iter().map(|&(weight, lit)| (weight >> 5, lit)).collect();
        for encoding in [PseudoBoolean::Bdd, PseudoBoolean::GeneralizedTotalizer] {
            let error = sum_at_most(&mut cnf, &small, i64::MAX / 8, encoding).unwrap_err();
            assert_eq!(error.encoding, encoding);
            assert!(cnf.is_empty());
        }
        sum_at_most(&mut cnf, &small, i64::MAX / 8, PseudoBoolean::Auto).expect("adders take any sum");
        assert!(cnf.len() < 60 * 64 * 14);
    }
}
