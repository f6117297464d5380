//! Lagrangian relaxation of covering by cheapest columns: each row pays a price to the columns that cover it.
//!
//! For any prices u >= 0, the sum of all prices plus the sum of all negative reduced costs, cost - (prices of a
//! column's rows), is a lower bound. Where the number of columns is known, the second sum is that of so many smallest
//! reduced costs, which is more. Subgradient steps move the prices in floating point; the bound that is used is
//! computed once more in whole numbers, so rounding cannot make it too high.

use super::cover::Part;

/// Whole-number prices are this many times the real ones.
pub(crate) const SCALE: i64 = 1 << 20;

/// What relaxation finds out.
pub(crate) struct Relaxed {
    /// No cover costs less.
    pub lower: usize,
    /// The bound itself, times [`SCALE`].
    pub bound: i64,
    /// How much more than the bound a cover with this column costs at least, times [`SCALE`]; below 0 where the
    /// bound counts the column in.
    pub margin: Vec<i64>,
    /// The best cover seen.
    pub cover: Vec<usize>,
}

/// Bounds the cost of covers, or of covers of exactly `count` columns. Every column costs 1 or more.
pub(crate) fn relax(
    part: &Part,
    costs: &[i64],
    count: Option<usize>,
    steps: usize,
    expired: &dyn Fn() -> bool,
) -> Relaxed {
    const PATIENCE: usize = 15;
    let columns: Vec<Vec<usize>> = {
        let mut columns = vec![Vec::new(); part.literals.len()];
        for (row, list) in part.rows.iter().enumerate() {
            list.iter().for_each(|&column| columns[column].push(row));
        }
        columns
    };
    let mut prices: Vec<f64> = part
        .rows
        .iter()
        .map(|row| {
            let share = |&column: &usize| costs[column] as f64 / columns[column].len() as f64;
            row.iter().map(share).fold(f64::INFINITY, f64::min)
        })
        .collect();
    let mut cover = greedy(part, &columns, costs, 0.0, &prices, expired);
    let (mut best_prices, mut best_bound) = (prices.clone(), f64::NEG_INFINITY);
    let (mut step, mut since) = (2.0, 0);
    for round in 0..steps {
        let reduced: Vec<f64> = columns
            .iter()
            .zip(costs)
            .map(|(rows, &cost)| cost as f64 - rows.iter().map(|&row| prices[row]).sum::<f64>())
            .collect();
        let chosen = cheapest(&reduced, count, |cost| *cost < 0.0, f64::total_cmp);
        let bound = prices.iter().sum::<f64>() + chosen.iter().map(|&column| reduced[column]).sum::<f64>();
        since += 1;
        if bound > best_bound {
            if bound > best_bound + 1e-4 * bound.abs() {
                since = 0;
            }
            best_bound = bound;
            best_prices.copy_from_slice(&prices);
        }
        if round % 8 == 0 {
            // What a column costs beyond the last chosen one: so the greedy choice tends to as many columns.
            let threshold = match count {
                Some(_) => chosen.last().map_or(0.0, |&column| reduced[column]),
                None => 0.0,
            };
            let found = greedy(part, &columns, costs, threshold, &prices, expired);
            if part.size(&found) < part.size(&cover) {
                cover = found;
            }
        }
        let upper = cover.iter().map(|&column| costs[column]).sum::<i64>() as f64;
        let comparable = count.is_none_or(|count| count == cover.len());
        if comparable && best_bound > upper - 1.0 + 1e-4 || step < 0.002 || expired() {
            break;
        }
        if since > PATIENCE {
            since = 0;
            step /= 2.0;
        }
        // How often each row is not covered by the chosen columns.
        let mut short = vec![1.0; prices.len()];
        for column in chosen {
            columns[column].iter().for_each(|&row| short[row] -= 1.0);
        }
        let length: f64 = short.iter().map(|one| one * one).sum();
        if length == 0.0 {
            break;
        }
        let scale = step * (1.02 * upper - bound).max(0.05) / length;
        prices.iter_mut().zip(&short).for_each(|(price, one)| *price = (*price + scale * one).max(0.0));
    }
    exactly(&columns, costs, count, &best_prices, cover)
}

/// The bound in whole numbers.
fn exactly(
    columns: &[Vec<usize>],
    costs: &[i64],
    count: Option<usize>,
    prices: &[f64],
    cover: Vec<usize>,
) -> Relaxed {
    let prices: Vec<i64> = prices.iter().map(|price| (price * SCALE as f64) as i64).collect();
    let reduced: Vec<i64> = columns
        .iter()
        .zip(costs)
        .map(|(rows, &cost)| cost * SCALE - rows.iter().map(|&row| prices[row]).sum::<i64>())
        .collect();
    let chosen = cheapest(&reduced, count, |cost| *cost < 0, i64::cmp);
    let bound = prices.iter().sum::<i64>() + chosen.iter().map(|&column| reduced[column]).sum::<i64>();
    // A column from outside takes the place of the last chosen one, or comes on top where the number is open.
    let last = match count {
        Some(_) => chosen.last().map_or(0, |&column| reduced[column]),
        None => 0,
    };
    let margin = reduced.iter().map(|&cost| cost - last).collect();
    let lower = (bound.max(0) + SCALE - 1) / SCALE;
    Relaxed { lower: lower as usize, bound, margin, cover }
}

/// The columns of smallest reduced cost in order: so many, or those that are negative.
fn cheapest<T>(
    reduced: &[T],
    count: Option<usize>,
    negative: impl Fn(&T) -> bool,
    compare: impl Fn(&T, &T) -> std::cmp::Ordering,
) -> Vec<usize> {
    let Some(count) = count else {
        return (0..reduced.len()).filter(|&column| negative(&reduced[column])).collect();
    };
    let mut order: Vec<usize> = (0..reduced.len()).collect();
    order.sort_by(|&a, &b| compare(&reduced[a], &reduced[b]));
    order.truncate(count);
    order
}

/// A cover made by taking the column that is cheapest for the rows it adds, again and again; in a hurry, the first
/// one that each row has.
fn greedy(
    part: &Part,
    columns: &[Vec<usize>],
    costs: &[i64],
    threshold: f64,
    prices: &[f64],
    expired: &dyn Fn() -> bool,
) -> Vec<usize> {
    let mut open: Vec<bool> = vec![true; part.rows.len()];
    let mut left = open.len();
    let mut gain: Vec<usize> = columns.iter().map(Vec::len).collect();
    let mut cost: Vec<f64> = columns
        .iter()
        .zip(costs)
        .map(|(rows, &cost)| cost as f64 - threshold - rows.iter().map(|&row| prices[row]).sum::<f64>())
        .collect();
    let mut cover = Vec::new();
    while left > 0 {
        if expired() {
            for (row, list) in part.rows.iter().enumerate() {
                if open[row] {
                    cover.push(list[0]);
                    columns[list[0]].iter().for_each(|&row| open[row] = false);
                }
            }
            break;
        }
        let score = |column: usize| {
            let (gain, cost) = (gain[column] as f64, cost[column] + 1e-3 * part.literals[column] as f64);
            if cost > 0.0 { cost / gain } else { cost * gain }
        };
        let next = (0..columns.len())
            .filter(|&column| gain[column] > 0)
            .min_by(|&a, &b| score(a).total_cmp(&score(b)))
            .expect("every row has a column");
        cover.push(next);
        for &row in &columns[next] {
            if std::mem::replace(&mut open[row], false) {
                left -= 1;
                for &column in &part.rows[row] {
                    gain[column] -= 1;
                    cost[column] += prices[row];
                }
            }
        }
    }
    part.drop_superfluous(&mut cover);
    cover
}
