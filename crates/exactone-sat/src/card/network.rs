//! Cardinality network: the literals sorted, true ones first, by odd-even merges of which only the first outputs that
//! matter are kept.
//!
//! Batcher 1968; Asin, Nieuwenhuis, Oliveras and Rodriguez-Carbonell, "Cardinality networks: a theoretical and
//! empirical study", Constraints 2011; for sizes that are no powers of two Abio, Nieuwenhuis, Oliveras and
//! Rodriguez-Carbonell, CP 2013. Sorted lists are literals in descending order: entry j is "more than j are true".
//! Each comparator has two variables and three clauses in each direction; one whose second output is cut off has one
//! variable and two clauses (one, downward).

use super::at_most::Bounds;
use crate::lit::Lit;
use crate::sink::ClauseSink;

/// The first `limit` entries of the sorted list, or all where there are fewer literals.
pub(super) fn sort(sink: &mut dyn ClauseSink, lits: &[Lit], limit: usize, bounds: Bounds) -> Vec<Lit> {
    if limit == 0 {
        return Vec::new();
    }
    // Neighbours merged level by level, so that the lists of a level have nearly the same length.
    let mut level: Vec<Vec<Lit>> = lits.iter().map(|&lit| vec![lit]).collect();
    while level.len() > 1 {
        let mut next = Vec::with_capacity(level.len().div_ceil(2));
        let mut lists = level.into_iter();
        while let Some(left) = lists.next() {
            if sink.is_closed() {
                return Vec::new();
            }
            next.push(match lists.next() {
                Some(right) => merge(sink, &left, &right, limit, bounds),
                None => left,
            });
        }
        level = next;
    }
    level.pop().unwrap_or_default()
}

/// The first `limit` entries (at least one) of two sorted lists together. The depth is the logarithm of their length.
fn merge(sink: &mut dyn ClauseSink, a: &[Lit], b: &[Lit], limit: usize, bounds: Bounds) -> Vec<Lit> {
    let (a, b) = (&a[..a.len().min(limit)], &b[..b.len().min(limit)]);
    if a.is_empty() || b.is_empty() {
        return [a, b].concat();
    }
    if let ([a], [b]) = (a, b) {
        return compare(sink, *a, *b, limit > 1, bounds).into_iter().flatten().collect();
    }
    let every_other = |list: &[Lit], first| list.iter().skip(first).step_by(2).copied().collect::<Vec<Lit>>();
    let odd = merge(sink, &every_other(a, 0), &every_other(b, 0), limit / 2 + 1, bounds);
    let even = if limit > 1 {
        merge(sink, &every_other(a, 1), &every_other(b, 1), limit / 2, bounds)
    } else {
        Vec::new()
    };
    // odd[0] is the largest; then even[i] and odd[i + 1] are neighbours in the result, in an order yet to be found.
    let total = (a.len() + b.len()).min(limit);
    let mut merged = vec![odd[0]];
    let mut position = 0;
    while merged.len() < total {
        match (even.get(position), odd.get(position + 1)) {
            (Some(&low), Some(&high)) => {
                let both = merged.len() + 1 < total;
                merged.extend(compare(sink, low, high, both, bounds).into_iter().flatten());
            }
            (Some(&alone), None) | (None, Some(&alone)) => merged.push(alone),
            (None, None) => break,
        }
        position += 1;
    }
    merged
}

/// Larger and, where wanted, smaller of two literals.
fn compare(sink: &mut dyn ClauseSink, a: Lit, b: Lit, both: bool, bounds: Bounds) -> [Option<Lit>; 2] {
    let larger = sink.new_var().positive();
    let smaller = both.then(|| sink.new_var().positive());
    if bounds.upper() {
        sink.add_clause(&[!a, larger]);
        sink.add_clause(&[!b, larger]);
        if let Some(smaller) = smaller {
            sink.add_clause(&[!a, !b, smaller]);
        }
    }
    if bounds.lower() {
        sink.add_clause(&[a, b, !larger]);
        if let Some(smaller) = smaller {
            sink.add_clause(&[a, !smaller]);
            sink.add_clause(&[b, !smaller]);
        }
    }
    [Some(larger), smaller]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClauseCounter;
    use crate::card::testing::inputs;

    #[test]
    fn sorting_powers_of_two_takes_batchers_number_of_comparators() {
        // OEIS A005990-like recurrence of Batcher: 1, 5, 19, 63, 191 comparators for 2, 4, 8, 16, 32.
        for (n, comparators) in [(2, 1), (4, 5), (8, 19), (16, 63), (32, 191)] {
            let mut size = ClauseCounter::new();
            size.ensure_vars(1000);
            let sorted = sort(&mut size, &inputs(n), n as usize, Bounds::Upper);
            assert_eq!(sorted.len(), n as usize);
            assert_eq!((size.vars() - 1000, size.clauses()), (2 * comparators, 3 * u64::from(comparators)));
        }
    }

    #[test]
    fn cutting_off_saves_comparators() {
        let clauses = |limit| {
            let mut size = ClauseCounter::new();
            size.ensure_vars(1000);
            sort(&mut size, &inputs(1000), limit, Bounds::Upper);
            size.clauses()
        };
        assert_eq!([2, 10, 100, 1000].map(clauses), [4_993, 15_243, 41_724, 70_533]);
    }
}
