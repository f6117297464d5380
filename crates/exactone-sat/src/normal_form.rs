//! From formulas to clauses and terms.

/// The number of ways to choose `k` of `n`, if it fits.
pub(crate) fn binomial(n: usize, k: usize) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    // Each step divides evenly: after i steps it is the number of ways to choose i.
    (0..k.min(n - k) as u64)
        .try_fold(1u64, |ways, i| ways.checked_mul(n as u64 - i).map(|ways| ways / (i + 1)))
}

/// All subsets of `0..n` with `size` elements, in lexicographic order.
pub(crate) fn subsets(n: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut next = (size <= n).then(|| (0..size).collect::<Vec<usize>>());
    std::iter::from_fn(move || {
        let current = next.take()?;
        // The last position that can still move up does; those behind it follow closely.
        if let Some(place) = (0..size).rfind(|&place| current[place] < n - size + place) {
            let mut following = current.clone();
            let start = current[place] + 1;
            for (offset, value) in following[place..].iter_mut().enumerate() {
                *value = start + offset;
            }
            next = Some(following);
        }
        Some(current)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_all_and_in_order() {
        for n in 0..7 {
            for size in 0..=n + 1 {
                let all: Vec<Vec<usize>> = subsets(n, size).collect();
                assert_eq!(Some(all.len() as u64), binomial(n, size));
                assert!(all.is_sorted());
                assert!(all.iter().all(|subset| subset.is_sorted() && subset.len() == size));
            }
        }
        assert_eq!(binomial(60, 30), Some(118_264_581_564_861_424));
        assert_eq!(binomial(200, 100), None);
    }
}
