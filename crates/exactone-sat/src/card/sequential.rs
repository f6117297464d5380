//! Sequential counter: a running count of true literals, in unary.
//!
//! Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005, section 2. Write t(j, d) for
//! "of the first j + d literals at least j are true", so d of them may be false. Under "at most k of n" only
//! 1 <= j <= k and 0 <= d < n - k say anything: t(0, d) is true, t(j, -1) and t(k+1, d) are false, and t(j, n-k)
//! would have to be true only under "at least k". What is left is a parallelogram of k(n-k) variables, where Sinz's
//! rectangle has k(n-1); for k = 1 it is his encoding, clause for clause.
//!
//! ```text
//! with i = j + d, upward (at most):    t(j, d-1) -> t(j, d)            x(i) and t(j-1, d) -> t(j, d)
//!                 downward (at least): t(j, d) -> t(j, d-1) or x(i)    t(j, d) -> t(j-1, d)
//! ```
//!
//! The upward half has (2k+1)(n-k) - k clauses. Only that half is written for "at most", so t may be true too
//! early; with both (4k(n-k) clauses) every t is a function of the inputs.

use crate::lit::Lit;
use crate::sink::ClauseSink;

/// At most one, for at least two literals.
pub(super) fn encode(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    at_most(sink, 1, lits);
}

/// At most k of n, 0 < k < n.
pub(super) fn at_most(sink: &mut dyn ClauseSink, k: usize, lits: &[Lit]) {
    count(sink, k, lits, false);
}

/// Exactly k of n, 0 < k < n.
pub(super) fn exactly(sink: &mut dyn ClauseSink, k: usize, lits: &[Lit]) {
    count(sink, k, lits, true);
}

fn count(sink: &mut dyn ClauseSink, k: usize, lits: &[Lit], downward: bool) {
    // Literal by literal, so that only the newest count is kept: `counts[j - 1]` is t(j, i - j) after literal i.
    let spare = lits.len() - k;
    let mut counts: Vec<Option<Lit>> = vec![None; k];
    for (before, &lit) in lits.iter().enumerate() {
        if sink.is_closed() {
            return;
        }
        let i = before + 1;
        // From large j to small, since t(j, d) looks at t(j-1, d), which belongs to the literal before.
        for j in (1..=i.min(k + 1)).rev() {
            let d = i - j;
            if d > spare {
                break;
            }
            // None stands for true at j - 1 = 0 and for false at d = 0 or j = k + 1.
            let lower = (j > 1).then(|| counts[j - 2].expect("t(j-1, d) lies in the parallelogram"));
            if j > k {
                // `lower` is t(k, d), and another true literal would be one too many.
                clause(sink, [Some(!lit), lower.map(|t| !t)]);
                continue;
            }
            let earlier = if d > 0 { counts[j - 1] } else { None };
            if d == spare {
                // t(j, n-k) is true under "exactly k".
                if downward {
                    clause(sink, [earlier, Some(lit)]);
                }
                continue;
            }
            let now = sink.new_var().positive();
            clause(sink, [Some(!lit), lower.map(|t| !t), Some(now)]);
            if let Some(earlier) = earlier {
                sink.add_clause(&[!earlier, now]);
            }
            if downward {
                clause(sink, [Some(!now), earlier, Some(lit)]);
                if let Some(lower) = lower {
                    sink.add_clause(&[!now, lower]);
                }
            }
            counts[j - 1] = Some(now);
        }
    }
}

/// The clause of those literals that are there.
fn clause<const N: usize>(sink: &mut dyn ClauseSink, lits: [Option<Lit>; N]) {
    let mut all = [Lit::from(1); N];
    let mut len = 0;
    for lit in lits.into_iter().flatten() {
        all[len] = lit;
        len += 1;
    }
    sink.add_clause(&all[..len]);
}
