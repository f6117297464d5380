//! At most one of n: the encodings by name.

use std::fmt;
use std::str::FromStr;

use super::{bimander, bitwise, commander, ladder, pairwise, product, sequential};
use crate::lit::Lit;
use crate::sink::ClauseSink;

/// How to say "at most one of these n literals" in clauses.
///
/// All of them are arc consistent: as soon as one literal is true, unit propagation makes the others false. They
/// differ in size and in what happens to the number of models. For n <= 3 every name means [`Pairwise`](Self::Pairwise).
///
/// | name | new variables | clauses | models of "at most one" alone |
/// |---|---|---|---|
/// | `pairwise` | 0 | n(n-1)/2 | n + 1 |
/// | `bitwise` | ceil(log2 n) | n ceil(log2 n) | more |
/// | `sequential` | n - 1 | 3n - 4 | 2n |
/// | `ladder` | n + 1 | 4n | n + 1 |
/// | `product`, p = ceil(sqrt n), q = ceil(n/p) | p + q | 2n + p(p-1)/2 + q(q-1)/2 | more |
/// | `commander` | about n/2 | about 7n/2 | n + 1 |
/// | `bimander`, m = ceil(sqrt n) groups | ceil(log2 m) | n ceil(log2 m) + the pairs within groups | more |
/// | `auto` | as `pairwise`, `bimander` or `product`, by n and sink | | |
///
/// "Exactly one" has n models with every one of them. Names read and print in lower case:
///
/// ```
/// use exactone_sat::card::AtMostOne;
/// assert_eq!("commander".parse(), Ok(AtMostOne::Commander));
/// assert_eq!(AtMostOne::Bitwise.to_string(), "bitwise");
/// assert!("comander".parse::<AtMostOne>().unwrap_err().to_string().contains("commander"));
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AtMostOne {
    /// A clause for each pair. Given to the sink as one [group](ClauseSink::at_most_one), which a solver with native
    /// groups keeps whole.
    #[default]
    Pairwise,
    /// Each true literal spells its position in binary (Prestwich 2007; Frisch and others 2001).
    Bitwise,
    /// A running "one of the literals so far is true" (Sinz 2005).
    Sequential,
    /// The running value defined in both directions, so that it is a function of the inputs (Gent and Nightingale
    /// 2004; Ansotegui and Manya 2004), with the redundant last variable that PySAT's form has.
    Ladder,
    /// Literals on a grid: at most one row and at most one column (Chen 2010).
    Product,
    /// Groups of three with a commander each, commanders grouped again (Klieber and Kwon 2007).
    Commander,
    /// About sqrt n groups, pairwise inside, each spelling its number in binary (Nguyen and Mai 2015).
    Bimander,
    /// By size: where the sink [keeps groups](ClauseSink::keeps_groups) always `pairwise`, else `pairwise` for n <= 10,
    /// `bimander` for n <= 60, `product` above. So the new variables depend on the sink: name an encoding where a
    /// solver and a file must have the same.
    Auto,
}

/// The largest group for which [`AtMostOne::Auto`] writes pairs into a sink that has no groups.
const PAIRS_UP_TO: usize = 10;

/// The largest group for which it takes bimander; above, the size of product counts.
const BIMANDER_UP_TO: usize = 60;

impl AtMostOne {
    /// All encodings, in the order in which help texts list them.
    pub const ALL: [AtMostOne; 8] = [
        AtMostOne::Auto,
        AtMostOne::Pairwise,
        AtMostOne::Sequential,
        AtMostOne::Ladder,
        AtMostOne::Product,
        AtMostOne::Commander,
        AtMostOne::Bimander,
        AtMostOne::Bitwise,
    ];

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            AtMostOne::Pairwise => "pairwise",
            AtMostOne::Bitwise => "bitwise",
            AtMostOne::Sequential => "sequential",
            AtMostOne::Ladder => "ladder",
            AtMostOne::Product => "product",
            AtMostOne::Commander => "commander",
            AtMostOne::Bimander => "bimander",
            AtMostOne::Auto => "auto",
        }
    }

    /// The encoding that this one means for `n` literals: itself, unless it is [`Auto`](Self::Auto). `keeps_groups` is
    /// [what the sink says](ClauseSink::keeps_groups).
    ///
    /// ```
    /// use exactone_sat::card::AtMostOne;
    /// assert_eq!(AtMostOne::Auto.resolve(9, false), AtMostOne::Pairwise);
    /// assert_eq!(AtMostOne::Auto.resolve(25, false), AtMostOne::Bimander);
    /// assert_eq!(AtMostOne::Auto.resolve(1000, false), AtMostOne::Product);
    /// assert_eq!(AtMostOne::Auto.resolve(1000, true), AtMostOne::Pairwise);
    /// assert_eq!(AtMostOne::Ladder.resolve(1000, true), AtMostOne::Ladder);
    /// ```
    pub const fn resolve(self, n: usize, keeps_groups: bool) -> AtMostOne {
        match self {
            AtMostOne::Auto if keeps_groups || n <= PAIRS_UP_TO => AtMostOne::Pairwise,
            AtMostOne::Auto if n <= BIMANDER_UP_TO => AtMostOne::Bimander,
            AtMostOne::Auto => AtMostOne::Product,
            named => named,
        }
    }

    /// Whether each assignment of the inputs has at most one extension to the new variables, so that "at most one"
    /// alone keeps the number of models. With the others count projected onto the inputs.
    ///
    /// ```
    /// use exactone_sat::card::AtMostOne;
    /// assert!(AtMostOne::Ladder.keeps_model_count() && !AtMostOne::Sequential.keeps_model_count());
    /// ```
    pub const fn keeps_model_count(self) -> bool {
        matches!(self, AtMostOne::Pairwise | AtMostOne::Ladder | AtMostOne::Commander)
    }
}

impl fmt::Display for AtMostOne {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for AtMostOne {
    type Err = UnknownEncoding;

    fn from_str(name: &str) -> Result<AtMostOne, UnknownEncoding> {
        AtMostOne::ALL.into_iter().find(|encoding| encoding.name() == name).ok_or_else(|| UnknownEncoding {
            seen: name.into(),
            expected: AtMostOne::ALL.map(AtMostOne::name).to_vec(),
        })
    }
}

/// A word that names no encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEncoding {
    pub(super) seen: Box<str>,
    pub(super) expected: Vec<&'static str>,
}

impl UnknownEncoding {
    /// The names that would have been understood.
    pub fn expected(&self) -> &[&'static str] {
        &self.expected
    }
}

impl fmt::Display for UnknownEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown encoding `{}`, expected one of {}", self.seen, self.expected.join(", "))
    }
}

impl std::error::Error for UnknownEncoding {}

/// At most one of these literals is true.
///
/// New variables come from the sink. Nothing is written for fewer than two literals.
///
/// ```
/// use exactone_sat::card::{self, AtMostOne};
/// use exactone_sat::{ClauseCounter, Lit, Var};
/// let lits: Vec<Lit> = Var::range(1..=100).map(Lit::from).collect();
/// let mut size = ClauseCounter::new();
/// card::at_most_one(&mut size, &lits, AtMostOne::Sequential);
/// assert_eq!((size.vars(), size.clauses()), (100 + 99, 296));
/// ```
pub fn at_most_one(sink: &mut dyn ClauseSink, lits: &[Lit], encoding: AtMostOne) {
    // New variables must lie above the inputs even where the sink has not met those yet.
    sink.ensure_vars(lits.iter().map(|lit| lit.var().number()).max().unwrap_or(0));
    if lits.len() <= 3 {
        return pairwise::encode(sink, lits);
    }
    match encoding.resolve(lits.len(), sink.keeps_groups()) {
        AtMostOne::Pairwise | AtMostOne::Auto => pairwise::encode(sink, lits),
        AtMostOne::Bitwise => bitwise::encode(sink, lits),
        AtMostOne::Sequential => sequential::encode(sink, lits),
        AtMostOne::Ladder => ladder::encode(sink, lits),
        AtMostOne::Product => product::encode(sink, lits),
        AtMostOne::Commander => commander::encode(sink, lits),
        AtMostOne::Bimander => bimander::encode(sink, lits),
    }
}

/// Exactly one of these literals is true: the clause of all of them, then [`at_most_one`].
///
/// Of no literal that is impossible, so the empty clause is written.
///
/// ```
/// use exactone_sat::card::{self, AtMostOne};
/// use exactone_sat::{Cnf, Lit};
/// let mut cnf = Cnf::new();
/// card::exactly_one(&mut cnf, &[1, 2, 3].map(Lit::from), AtMostOne::Ladder);
/// assert_eq!(cnf.to_string(), "[1, 2, 3] [-1, -2] [-1, -3] [-2, -3]");
/// ```
pub fn exactly_one(sink: &mut dyn ClauseSink, lits: &[Lit], encoding: AtMostOne) {
    let encoding = encoding.resolve(lits.len(), sink.keeps_groups());
    if encoding == AtMostOne::Pairwise || lits.len() <= 3 {
        sink.exactly_one(lits);
    } else {
        sink.add_clause(lits);
        at_most_one(sink, lits, encoding);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::testing::{inputs, models_by_input, partial_assignments, propagate};
    use crate::{ClauseCounter, Cnf};

    /// New variables and clauses as `oracles.md` of the project and the papers have them, n >= 4.
    fn expected_size(encoding: AtMostOne, n: u64) -> (u64, u64) {
        let pairs = |k: u64| k * k.saturating_sub(1) / 2;
        let ceil_log2 = |k: u64| (0u64..).find(|&bits| 1u64 << bits >= k).expect("k fits 64 bits");
        let ceil_sqrt = |k: u64| (0u64..).find(|&root| root * root >= k).expect("k fits 64 bits");
        match encoding {
            AtMostOne::Pairwise => (0, pairs(n)),
            AtMostOne::Bitwise => (ceil_log2(n), n * ceil_log2(n)),
            AtMostOne::Sequential => (n - 1, 3 * n - 4),
            AtMostOne::Ladder => (n + 1, 4 * n),
            AtMostOne::Product => {
                let p = ceil_sqrt(n);
                let q = n.div_ceil(p);
                (p + q, 2 * n + pairs(p) + pairs(q))
            }
            AtMostOne::Commander => {
                let (mut width, mut vars, mut clauses) = (n, 0, 0);
                while width > 3 {
                    let (threes, rest) = (width / 3, width % 3);
                    vars += threes + u64::from(rest == 2);
                    clauses += 7 * threes + if rest == 2 { 1 + 2 + 1 } else { 0 };
                    width = threes + u64::from(rest > 0);
                }
                (vars, clauses + pairs(width))
            }
            AtMostOne::Bimander => {
                let groups = ceil_sqrt(n);
                let (small, large) = (n / groups, n % groups);
                let inside = large * pairs(small + 1) + (groups - large) * pairs(small);
                (ceil_log2(groups), n * ceil_log2(groups) + inside)
            }
            AtMostOne::Auto if n <= 10 => expected_size(AtMostOne::Pairwise, n),
            AtMostOne::Auto if n <= 60 => expected_size(AtMostOne::Bimander, n),
            AtMostOne::Auto => expected_size(AtMostOne::Product, n),
        }
    }

    #[test]
    fn sizes_are_those_of_the_formulas() {
        for encoding in AtMostOne::ALL {
            for n in 0..=100u64 {
                let mut size = ClauseCounter::new();
                at_most_one(&mut size, &inputs(n as u32), encoding);
                let expected =
                    if n <= 3 { (0, n * n.saturating_sub(1) / 2) } else { expected_size(encoding, n) };
                assert_eq!((u64::from(size.vars()) - n, size.clauses()), expected, "{encoding} of {n}");
            }
        }
    }

    #[test]
    fn sizes_are_those_of_the_table() {
        let size = |encoding, n: u32| {
            let mut size = ClauseCounter::new();
            at_most_one(&mut size, &inputs(n), encoding);
            (size.vars() - n, size.clauses())
        };
        assert_eq!(size(AtMostOne::Product, 9), (6, 24));
        assert_eq!(
            [9, 16, 25, 36].map(|n| size(AtMostOne::Commander, n)),
            [(3, 24), (7, 50), (11, 80), (17, 120)]
        );
        assert_eq!(
            [9, 16, 25, 36].map(|n| size(AtMostOne::Bimander, n)),
            [(2, 27), (2, 56), (3, 125), (3, 198)]
        );
    }

    #[test]
    fn models_project_to_none_and_each_one_alone() {
        for encoding in AtMostOne::ALL {
            for n in 0..=10u32 {
                for exactly in [false, true] {
                    let mut cnf = Cnf::new();
                    let lits = inputs(n);
                    if exactly {
                        exactly_one(&mut cnf, &lits, encoding);
                    } else {
                        at_most_one(&mut cnf, &lits, encoding);
                    }
                    for (set, models) in models_by_input(&cnf, n) {
                        let ones = set.count_ones();
                        let holds = ones == 1 || ones == 0 && !exactly;
                        assert_eq!(models > 0, holds, "{encoding} of {n}, inputs {set:b}");
                        if exactly || encoding.keeps_model_count() {
                            assert!(models <= 1, "{encoding} of {n}, inputs {set:b}: {models} models");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn model_counts_of_at_most_one_alone() {
        let count = |encoding, n: u32| {
            let mut cnf = Cnf::new();
            at_most_one(&mut cnf, &inputs(n), encoding);
            models_by_input(&cnf, n).iter().map(|(_, models)| models).sum::<u64>()
        };
        for n in 4..=10u32 {
            let wide = u64::from(n);
            assert_eq!(count(AtMostOne::Pairwise, n), wide + 1);
            assert_eq!(count(AtMostOne::Ladder, n), wide + 1);
            assert_eq!(count(AtMostOne::Commander, n), wide + 1);
            assert_eq!(count(AtMostOne::Sequential, n), 2 * wide);
            assert_eq!(count(AtMostOne::Bitwise, n), wide + wide.next_power_of_two());
        }
        assert_eq!(count(AtMostOne::Product, 9), 25);
        assert_eq!(count(AtMostOne::Bimander, 9), 13);
    }

    /// Every partial assignment of the inputs: unit propagation finds the conflict or every forced input.
    #[test]
    fn unit_propagation_is_complete_on_the_inputs() {
        for encoding in AtMostOne::ALL {
            for n in 1..=6u32 {
                let mut cnf = Cnf::new();
                at_most_one(&mut cnf, &inputs(n), encoding);
                for part in partial_assignments(n) {
                    let trues = part.iter().filter(|lit| lit.is_positive()).count();
                    let fixed = propagate(&cnf, &part);
                    assert_eq!(fixed.is_none(), trues > 1, "{encoding} of {n} under {part:?}");
                    if let Some(fixed) = fixed {
                        for lit in inputs(n) {
                            let expected = part.contains(&!lit) || trues == 1 && !part.contains(&lit);
                            assert_eq!(fixed.contains(&!lit), expected, "{encoding} of {n} under {part:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_literal_that_stands_twice_is_false_and_a_contradicting_pair_is_one() {
        for encoding in AtMostOne::ALL {
            let mut cnf = Cnf::new();
            at_most_one(&mut cnf, &[1, 2, 1, 3, 4].map(Lit::from), encoding);
            assert!(
                models_by_input(&cnf, 4).iter().all(|&(set, models)| set & 1 == 0 || models == 0),
                "{encoding}"
            );
            let mut cnf = Cnf::new();
            at_most_one(&mut cnf, &[1, -1, 2, -3, 4].map(Lit::from), encoding);
            for (set, models) in models_by_input(&cnf, 4) {
                assert_eq!(models > 0, set & 0b1110 == 0b0100, "{encoding}, {set:b}");
            }
        }
    }

    #[test]
    fn auto_means_exactly_one_of_the_named_ones_and_keeps_groups() {
        let written = |encoding, n: u32| {
            let mut cnf = Cnf::new();
            exactly_one(&mut cnf, &inputs(n), encoding);
            at_most_one(&mut cnf, &inputs(n), encoding);
            cnf
        };
        for n in 4..=120u32 {
            let auto = written(AtMostOne::Auto, n);
            let meant = AtMostOne::Auto.resolve(n as usize, false);
            for named in AtMostOne::ALL.into_iter().filter(|&named| named != AtMostOne::Auto) {
                assert_eq!(auto == written(named, n), named == meant, "{n}, {named}");
                assert_eq!(named.resolve(n as usize, n % 2 == 0), named);
            }
        }
        let mut solver = crate::Cdcl::new();
        let boxed: &mut dyn ClauseSink = &mut Box::new(&mut solver);
        at_most_one(boxed, &inputs(1000), AtMostOne::Auto);
        exactly_one(boxed, &inputs(1000), AtMostOne::Auto);
        assert_eq!(solver.var_count(), 1000, "a sink that keeps groups gets no new variable");
    }

    /// The sizes at which `Auto` changes its mind are too large to list all assignments: no input, each alone, each two.
    #[test]
    fn auto_keeps_the_meaning_of_large_groups() {
        for n in [10, 11, 60, 61, 100] {
            let (mut at_most, mut exactly) = (Cnf::new(), Cnf::new());
            at_most_one(&mut at_most, &inputs(n), AtMostOne::Auto);
            exactly_one(&mut exactly, &inputs(n), AtMostOne::Auto);
            let all_false: Vec<Lit> = inputs(n).iter().map(|&lit| !lit).collect();
            assert!(propagate(&at_most, &all_false).is_some());
            assert!(propagate(&exactly, &all_false).is_none());
            for lit in inputs(n) {
                for cnf in [&at_most, &exactly] {
                    let fixed = propagate(cnf, &[lit]).expect("one alone is allowed");
                    for other in inputs(n) {
                        assert_eq!(fixed.contains(&!other), other != lit, "{n}: {lit:?}, {other:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn names_lead_back_to_their_encoding() {
        for encoding in AtMostOne::ALL {
            assert_eq!(encoding.to_string().parse(), Ok(encoding));
        }
        let error = "Pairwise ".parse::<AtMostOne>().unwrap_err();
        assert_eq!(error.expected().len(), AtMostOne::ALL.len());
    }
}
