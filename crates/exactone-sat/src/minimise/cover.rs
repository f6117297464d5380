//! Exact covering: choose columns so that every row has one, as few as possible, then with as few literals as
//! possible.
//!
//! Reduced first (rows that must have their only column, rows that hold another row, columns that another one does
//! for as few literals), then cut into parts that share no column. Each part gets a lower bound and a good cover from
//! Lagrangian relaxation (A. Caprara, M. Fischetti and P. Toth, "A heuristic method for the set covering problem",
//! Operations Research 47, 1999), which also rules out columns that no better cover has. What is still open between
//! the two is decided by our SAT solver, in branches: one that it cannot decide within few conflicts is split at the
//! column that the bound is least sure about, and bounded anew. SAT alone does not prove the literals of every random
//! function of 8 variables in minutes (it must count), bounds alone leave a gap of one or two.

use super::Size;
use super::bits::Bits;
use super::lagrange::{SCALE, relax};
use crate::card::{self, Cardinality, PseudoBoolean};
use crate::cdcl::Cdcl;
use crate::lit::{Lit, Var};
use crate::sink::{ClauseSink, Until};
use crate::solver::{Budget, Outcome, Query, Solver, Stopped};

/// Rows to be covered by columns. Every row has a column.
pub(crate) struct Covering {
    pub rows: Vec<Vec<usize>>,
    /// The literals of each column.
    pub literals: Vec<u32>,
}

/// A cover, and the least size that any has.
#[derive(Clone, Debug)]
pub(crate) struct Cover {
    pub columns: Vec<usize>,
    pub lower: Size,
}

impl Covering {
    pub fn solve(&self, budget: Budget<'_>) -> Cover {
        let mut cover = Cover { columns: Vec::new(), lower: Size::default() };
        let rows = self.reduce(&mut cover.columns, budget);
        cover.lower = self.size(&cover.columns);
        for part in parts(rows, self.literals.len()) {
            let solved = self.solve_part(part, budget);
            cover.columns.extend(solved.columns);
            cover.lower.terms += solved.lower.terms;
            cover.lower.literals += solved.lower.literals;
        }
        cover.columns.sort_unstable();
        cover
    }

    pub fn size(&self, columns: &[usize]) -> Size {
        let literals = columns.iter().map(|&column| self.literals[column] as usize).sum();
        Size { terms: columns.len(), literals }
    }

    /// Takes what must be taken, leaves out what need not be looked at, and returns the rows that are left.
    fn reduce(&self, taken: &mut Vec<usize>, budget: Budget<'_>) -> Vec<Bits> {
        let expired = || budget.expired.is_some_and(|expired| expired());
        let mut rows: Vec<Bits> = self
            .rows
            .iter()
            .map(|row| {
                let mut bits = Bits::new(self.literals.len());
                row.iter().for_each(|&column| bits.insert(column));
                bits
            })
            .collect();
        loop {
            // A row that holds another one is covered with it.
            rows.sort_unstable();
            rows.dedup();
            rows.sort_by_cached_key(Bits::len);
            let mut kept: Vec<Bits> = Vec::new();
            for row in rows {
                if expired() || !kept.iter().any(|smaller| smaller.is_subset(&row)) {
                    kept.push(row);
                }
            }
            rows = kept;
            let mut changed = false;
            // Rows with one column come first.
            while rows.first().is_some_and(|row| row.len() == 1) {
                let column = rows[0].iter().next().expect("the row has one column");
                taken.push(column);
                rows.retain(|row| !row.contains(column));
                changed = true;
            }
            if rows.is_empty() || expired() {
                return rows;
            }
            changed |= self.drop_columns(&mut rows, &expired);
            if !changed {
                return rows;
            }
        }
    }

    /// Removes columns whose rows another column has too, for as few literals; whether there were any.
    fn drop_columns(&self, rows: &mut [Bits], expired: &dyn Fn() -> bool) -> bool {
        let mut columns: Vec<(usize, Bits, usize)> = Vec::new();
        let mut place = vec![usize::MAX; self.literals.len()];
        for (number, row) in rows.iter().enumerate() {
            for column in row.iter() {
                if place[column] == usize::MAX {
                    place[column] = columns.len();
                    columns.push((column, Bits::new(rows.len()), 0));
                }
                let entry = &mut columns[place[column]];
                entry.1.insert(number);
                entry.2 += 1;
            }
        }
        // Those with more rows first, then with fewer literals: only an earlier one can stand for a later one.
        columns.sort_by_key(|(column, _, rows)| (usize::MAX - rows, self.literals[*column], *column));
        let mut kept: Vec<usize> = Vec::new();
        let mut changed = false;
        for position in 0..columns.len() {
            let (column, set, _) = &columns[position];
            let replaced = !expired()
                && kept.iter().any(|&other| {
                    let (better, more, _) = &columns[other];
                    self.literals[*better] <= self.literals[*column] && set.is_subset(more)
                });
            if replaced {
                changed = true;
                set.iter().for_each(|row| rows[row].remove(*column));
            } else {
                kept.push(position);
            }
        }
        changed
    }

    fn solve_part(&self, rows: Vec<Bits>, budget: Budget<'_>) -> Cover {
        let mut columns: Vec<usize> = rows.iter().flat_map(Bits::iter).collect();
        columns.sort_unstable();
        columns.dedup();
        let local = |column: usize| columns.binary_search(&column).expect("every column of a row is listed");
        let part = Part {
            rows: rows.iter().map(|row| row.iter().map(local).collect()).collect(),
            literals: columns.iter().map(|&column| self.literals[column]).collect(),
        };
        let (best, lower) = part.solve(budget);
        Cover { columns: best.into_iter().map(|column| columns[column]).collect(), lower }
    }
}

/// Rows cut into sets that share no column.
fn parts(rows: Vec<Bits>, columns: usize) -> Vec<Vec<Bits>> {
    // first[column]: a part that has the column; parts are joined as rows connect them.
    let mut owner: Vec<Option<usize>> = vec![None; columns];
    let mut parts: Vec<Vec<Bits>> = Vec::new();
    for row in rows {
        let mut touched: Vec<usize> = row.iter().filter_map(|column| owner[column]).collect();
        touched.sort_unstable();
        touched.dedup();
        let target = touched.first().copied().unwrap_or_else(|| {
            parts.push(Vec::new());
            parts.len() - 1
        });
        for &other in touched.iter().skip(1) {
            for moved in std::mem::take(&mut parts[other]) {
                moved.iter().for_each(|column| owner[column] = Some(target));
                parts[target].push(moved);
            }
        }
        row.iter().for_each(|column| owner[column] = Some(target));
        parts[target].push(row);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Steps of relaxation before the search, and in each branch of it.
const ROOT_STEPS: usize = 600;
const BRANCH_STEPS: usize = 120;

/// The most columns times columns wanted that are counted in clauses.
const MAX_COUNTED: usize = 2_000_000;

/// How many conflicts our solver spends on a branch before it is split.
const CONFLICTS: u64 = 200;

/// A covering that cannot be reduced or cut.
pub(crate) struct Part {
    pub rows: Vec<Vec<usize>>,
    pub literals: Vec<u32>,
}

impl Part {
    pub fn size(&self, columns: &[usize]) -> Size {
        Size {
            terms: columns.len(),
            literals: columns.iter().map(|&column| self.literals[column] as usize).sum(),
        }
    }

    /// The best cover found and the least size there can be.
    fn solve(&self, budget: Budget<'_>) -> (Vec<usize>, Size) {
        let expired = || budget.expired.is_some_and(|expired| expired());
        let relaxed = relax(self, &vec![1; self.literals.len()], None, ROOT_STEPS, &expired);
        let mut best = relaxed.cover.clone();
        let mut terms = relaxed.lower.max(1);
        // Fewer terms, as long as there may be any.
        while terms < best.len() {
            // A column that alone raises the bound above the wanted number is in no such cover.
            let useful = relaxed.columns_for(best.len() - 1);
            match self.search(&useful, best.len() - 1, None, budget) {
                Answer::Better(cover) => best = cover,
                Answer::None => terms = best.len(),
                Answer::Unknown => {
                    let lower = self.least_of(&vec![true; self.literals.len()], terms);
                    return (best, lower);
                }
            }
        }
        // Fewer literals for that number of terms.
        let mut useful = relaxed.columns_for(terms);
        let mut least = self.least_of(&useful, terms).literals;
        let costs: Vec<i64> = self.literals.iter().map(|&literals| i64::from(literals)).collect();
        let literal_bound = relax(self, &costs, Some(terms), ROOT_STEPS, &expired);
        if self.size(&literal_bound.cover) < self.size(&best) {
            best = literal_bound.cover.clone();
        }
        least = least.max(literal_bound.lower);
        loop {
            let literals = self.size(&best).literals;
            if literals <= least {
                break;
            }
            let also = literal_bound.columns_for(literals - 1);
            useful.iter_mut().zip(also).for_each(|(useful, also)| *useful &= also);
            match self.search(&useful, terms, Some(literals - 1), budget) {
                Answer::Better(cover) => best = cover,
                Answer::None => break,
                Answer::Unknown => return (best, Size { terms, literals: least }),
            }
        }
        let size = self.size(&best);
        (best, size)
    }

    /// A cover of at most `terms` of the useful columns, with at most so many literals.
    fn search(&self, useful: &[bool], terms: usize, literals: Option<usize>, budget: Budget<'_>) -> Answer {
        let used: Vec<usize> = (0..self.literals.len()).filter(|&column| useful[column]).collect();
        if used.len().saturating_mul(terms.min(used.len())) > MAX_COUNTED {
            return Answer::Unknown;
        }
        let mut solver = Cdcl::new();
        let lits: Vec<Lit> = Var::range(1..=self.literals.len() as u32).map(Lit::from).collect();
        solver.ensure_vars(self.literals.len() as u32);
        for row in &self.rows {
            let clause: Vec<Lit> =
                row.iter().filter(|&&column| useful[column]).map(|&column| lits[column]).collect();
            solver.add_clause(&clause);
        }
        let chosen: Vec<Lit> = used.iter().map(|&column| lits[column]).collect();
        let expired = || budget.expired.is_some_and(|expired| expired());
        let mut hearing = Until::new(&mut solver, &expired);
        card::at_most(&mut hearing, terms, &chosen, Cardinality::Totalizer);
        if let Some(literals) = literals {
            // Fewer than `terms` columns are known not to do, so that many times the least number is in every cover.
            let least = used.iter().map(|&column| self.literals[column]).min().unwrap_or(0) as usize;
            let above: Vec<(i64, Lit)> = used
                .iter()
                .map(|&column| ((self.literals[column] as usize - least) as i64, lits[column]))
                .collect();
            let bound = literals as i64 - (least * terms) as i64;
            if card::sum_at_most(&mut hearing, &above, bound, PseudoBoolean::Auto).is_err() {
                return Answer::Unknown;
            }
        }
        if hearing.is_closed() {
            return Answer::Unknown;
        }
        let goal = Goal { terms, literals };
        let mut open = vec![Branch::default()];
        while let Some(branch) = open.pop() {
            let mut assumptions: Vec<Lit> = branch.inside.iter().map(|&column| lits[column]).collect();
            let next = match self.look_ahead(&branch, useful, goal, budget) {
                Ahead::Nothing => continue,
                Ahead::Found(cover) => return Answer::Better(cover),
                Ahead::Open { without, next } => {
                    assumptions.extend(without.into_iter().map(|column| !lits[column]));
                    next
                }
            };
            let query = Query::new().assume(&assumptions).budget(budget.conflicts(CONFLICTS));
            match solver.solve_query(&query) {
                Outcome::Sat(model) => {
                    let chosen = used.iter().copied().filter(|&column| model.is_true(lits[column]));
                    let mut cover: Vec<usize> = chosen.collect();
                    self.drop_superfluous(&mut cover);
                    return Answer::Better(cover);
                }
                Outcome::Unsat(_) => {}
                Outcome::Unknown(Stopped::Conflicts) => open.extend(branch.split(next)),
                Outcome::Unknown(_) => return Answer::Unknown,
            }
        }
        Answer::None
    }

    /// What relaxation says of the covers of a branch.
    fn look_ahead(&self, branch: &Branch, useful: &[bool], goal: Goal, budget: Budget<'_>) -> Ahead {
        let expired = || budget.expired.is_some_and(|expired| expired());
        let mut undecided: Vec<bool> = useful.to_vec();
        branch.outside.iter().chain(&branch.inside).for_each(|&column| undecided[column] = false);
        let columns: Vec<usize> = (0..undecided.len()).filter(|&column| undecided[column]).collect();
        let mut place = vec![usize::MAX; undecided.len()];
        columns.iter().enumerate().for_each(|(position, &column)| place[column] = position);
        let is_open = |row: &&Vec<usize>| !row.iter().any(|column| branch.inside.contains(column));
        let rows: Vec<Vec<usize>> = self
            .rows
            .iter()
            .filter(is_open)
            .map(|row| {
                row.iter().map(|&column| place[column]).filter(|&position| position != usize::MAX).collect()
            })
            .collect();
        let taken = self.size(&branch.inside);
        let (Some(terms), Some(literals)) = (
            goal.terms.checked_sub(taken.terms),
            goal.literals.map_or(Some(usize::MAX), |literals| literals.checked_sub(taken.literals)),
        ) else {
            return Ahead::Nothing;
        };
        if rows.is_empty() {
            return Ahead::Found(branch.inside.clone());
        }
        if rows.iter().any(Vec::is_empty) {
            return Ahead::Nothing;
        }
        let rest = Part { rows, literals: columns.iter().map(|&column| self.literals[column]).collect() };
        // Literals are bounded for covers of just the wanted number of columns: fewer are known not to do.
        let relaxed = match goal.literals {
            Some(_) if terms > columns.len() => return Ahead::Nothing,
            Some(_) => {
                let costs: Vec<i64> = rest.literals.iter().map(|&literals| i64::from(literals)).collect();
                relax(&rest, &costs, Some(terms), BRANCH_STEPS, &expired)
            }
            None => relax(&rest, &vec![1; columns.len()], None, BRANCH_STEPS, &expired),
        };
        let limit = if goal.literals.is_some() { literals } else { terms };
        if relaxed.lower > limit {
            return Ahead::Nothing;
        }
        let found = rest.size(&relaxed.cover);
        if found.terms <= terms && found.literals <= literals {
            let cover =
                branch.inside.iter().copied().chain(relaxed.cover.iter().map(|&position| columns[position]));
            return Ahead::Found(cover.collect());
        }
        let may = relaxed.columns_for(limit);
        let without = branch
            .outside
            .iter()
            .copied()
            .chain(columns.iter().zip(&may).filter(|&(_, &may)| !may).map(|(&column, _)| column));
        // The column that the bound is least sure about.
        let next = (0..columns.len())
            .filter(|&position| may[position])
            .min_by_key(|&position| relaxed.margin[position].abs())
            .map(|position| columns[position]);
        match next {
            Some(next) => Ahead::Open { without: without.collect(), next },
            None => Ahead::Nothing,
        }
    }

    /// Leaves out columns whose rows the others cover, those with most literals first.
    pub fn drop_superfluous(&self, cover: &mut Vec<usize>) {
        let mut chosen = vec![false; self.literals.len()];
        cover.iter().for_each(|&column| chosen[column] = true);
        let mut times: Vec<u32> =
            self.rows.iter().map(|row| row.iter().filter(|&&column| chosen[column]).count() as u32).collect();
        let mut own: Vec<Vec<usize>> = vec![Vec::new(); self.literals.len()];
        for (number, row) in self.rows.iter().enumerate() {
            row.iter().filter(|&&column| chosen[column]).for_each(|&column| own[column].push(number));
        }
        cover.sort_by_key(|&column| (u32::MAX - self.literals[column], column));
        cover.retain(|&column| {
            let superfluous = own[column].iter().all(|&row| times[row] > 1);
            if superfluous {
                own[column].iter().for_each(|&row| times[row] -= 1);
            }
            !superfluous
        });
        cover.sort_unstable();
    }

    /// The size of so many of the smallest useful columns.
    fn least_of(&self, useful: &[bool], terms: usize) -> Size {
        let mut literals: Vec<usize> =
            (0..self.literals.len()).filter(|&c| useful[c]).map(|c| self.literals[c] as usize).collect();
        literals.sort_unstable();
        Size { terms, literals: literals.into_iter().take(terms).sum() }
    }
}

/// What a better cover must keep within.
#[derive(Clone, Copy)]
struct Goal {
    terms: usize,
    literals: Option<usize>,
}

/// The covers with these columns and without those.
#[derive(Default)]
struct Branch {
    inside: Vec<usize>,
    outside: Vec<usize>,
}

impl Branch {
    /// The covers without a column and those with it, which are looked at first.
    fn split(self, column: usize) -> [Branch; 2] {
        let mut outside = self.outside.clone();
        outside.push(column);
        let without = Branch { inside: self.inside.clone(), outside };
        let Branch { mut inside, outside } = self;
        inside.push(column);
        [without, Branch { inside, outside }]
    }
}

enum Ahead {
    /// There is no such cover.
    Nothing,
    Found(Vec<usize>),
    /// There may be one, without these columns; `next` is a column to try.
    Open {
        without: Vec<usize>,
        next: usize,
    },
}

enum Answer {
    Better(Vec<usize>),
    None,
    Unknown,
}

impl super::lagrange::Relaxed {
    /// Which columns can be in a cover that costs at most so much.
    fn columns_for(&self, cost: usize) -> Vec<bool> {
        self.margin.iter().map(|&margin| self.bound + margin.max(0) <= cost as i64 * SCALE).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest cover by trying all.
    fn smallest(covering: &Covering) -> Size {
        (0..1usize << covering.literals.len())
            .filter(|set| covering.rows.iter().all(|row| row.iter().any(|column| set >> column & 1 == 1)))
            .map(|set| {
                covering.size(&(0..covering.literals.len()).filter(|c| set >> c & 1 == 1).collect::<Vec<_>>())
            })
            .min()
            .unwrap()
    }

    #[test]
    fn covers_are_smallest() {
        let mut state = 1u64;
        let mut random = |bound: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % bound
        };
        for _ in 0..400 {
            let columns = 2 + random(11) as usize;
            let literals = (0..columns).map(|_| 1 + random(4) as u32).collect();
            let rows = (0..2 + random(14))
                .map(|_| {
                    let mut row: Vec<usize> = (0..columns).filter(|_| random(3) == 0).collect();
                    if row.is_empty() {
                        row.push(random(columns as u64) as usize);
                    }
                    row
                })
                .collect();
            let covering = Covering { rows, literals };
            let cover = covering.solve(Budget::new());
            assert!(covering.rows.iter().all(|row| row.iter().any(|column| cover.columns.contains(column))));
            assert_eq!(covering.size(&cover.columns), cover.lower, "proved");
            assert_eq!(cover.lower, smallest(&covering));
        }
    }

    #[test]
    fn without_time_the_bound_is_below() {
        // A cycle of odd length needs one more than half.
        let rows = (0..9).map(|row| vec![row, (row + 1) % 9]).collect();
        let covering = Covering { rows, literals: vec![1; 9] };
        let late = || true;
        let cover = covering.solve(Budget::new().deadline(&late));
        assert!(cover.lower.terms <= 5 && cover.columns.len() >= 5);
        assert_eq!(covering.solve(Budget::new()).columns.len(), 5);
    }
}
