//! Arrays of literals of any number of dimensions, and *exactly one* along their last axis.
//!
//! A puzzle is a block of literals; its rules are the same statement along different axes. So the axes are swapped and
//! reshaped until the cells of one house stand along the last axis. The arrays are those of [`ndarray`], all of whose
//! methods work; what is added are the reorderings that `ndarray` refuses after a swap because it does not copy.
//!
//! ```
//! use exactone_sat::{exactly_one_each, literals, Cnf, Rearrange};
//! let mut cnf = Cnf::new();
//! let x = literals(&mut cnf, (9, 9, 9)); // row, column, digit
//! let boxes = x.reshaped((3, 3, 3, 3, 9)).swapped(1, 2).reshaped((9, 9, 9)).swapped(1, 2);
//! exactly_one_each(&mut cnf, &x); // each cell has one digit
//! exactly_one_each(&mut cnf, &x.swapped(1, 2)); // each digit stands in one column of a row
//! exactly_one_each(&mut cnf, &x.swapped(0, 2)); // and in one row of a column
//! exactly_one_each(&mut cnf, &boxes); // and in one cell of a box
//! assert_eq!(cnf.len(), 11_988);
//! ```

use std::fmt;

use ndarray::{Array, ArrayBase, Data, Dimension, IntoDimension};

use crate::lit::{Lit, Var};
use crate::sink::ClauseSink;

/// An `ndarray` array of literals with `D` dimensions, indexed `x[[row, column, digit]]`.
///
/// ```
/// use exactone_sat::{literals, Cnf};
/// let x = literals(&mut Cnf::new(), (2, 3));
/// assert_eq!(x.to_string(), "[[1, 2, 3],\n [4, 5, 6]]");
/// assert_eq!(x[[1, 0]], 4);
/// ```
pub type LitArray<D> = Array<Lit, D>;

/// Fresh variables in an array of this shape, numbered in row-major order: the last index runs fastest.
///
/// ```
/// use exactone_sat::{literals, Cnf, ClauseSink};
/// let mut cnf = Cnf::new();
/// let x = literals(&mut cnf, (9, 9, 9));
/// assert_eq!(x[[8, 8, 8]], 729);
/// assert_eq!(literals(&mut cnf, 2).to_string(), "[730, 731]");
/// assert_eq!(cnf.var_count(), 731);
/// ```
///
/// # Panics
/// If there are not that many variables left below [`Var::MAX_NUMBER`].
pub fn literals<S, I>(sink: &mut S, shape: I) -> LitArray<I::Dim>
where
    S: ClauseSink + ?Sized,
    I: IntoDimension,
{
    let shape = shape.into_dimension();
    let first = u64::from(sink.var_count()) + 1;
    let last = shape
        .slice()
        .iter()
        .try_fold(1u64, |size, &axis| size.checked_mul(axis as u64))
        .and_then(|size| size.checked_add(first - 1))
        .and_then(|last| u32::try_from(last).ok())
        .filter(|&last| last <= Var::MAX_NUMBER)
        .unwrap_or_else(|| {
            panic!("an array of shape {:?} needs more than 2^31 - 1 variables", shape.slice())
        });
    sink.ensure_vars(last);
    let lits = (first as u32..=last).map(|number| Var::new(number).positive()).collect();
    Array::from_shape_vec(shape, lits).expect("as many literals were made as the shape has places")
}

/// An array cannot take a shape that has another number of places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeError {
    /// The shape the array has.
    pub from: Vec<usize>,
    /// The shape it was to take.
    pub to: Vec<usize>,
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an array of shape {:?} cannot take the shape {:?}", self.from, self.to)
    }
}

impl std::error::Error for ShapeError {}

/// New shapes and orders of axes for any array, whatever its order in memory.
///
/// ```
/// use exactone_sat::Rearrange;
/// use ndarray::array;
/// let x = array![[1, 2, 3], [4, 5, 6]];
/// assert_eq!(x.swapped(0, 1).reshaped(6), array![1, 4, 2, 5, 3, 6]);
/// // ndarray alone does not: the elements are no longer in this order in memory.
/// assert!(x.swapped(0, 1).into_shape_with_order(6).is_err());
/// ```
pub trait Rearrange<A> {
    /// The number of axes.
    type Dim: Dimension;

    /// A copy with another shape: the same elements in row-major order (the last index runs fastest).
    ///
    /// # Errors
    /// If the two shapes have different numbers of places.
    fn try_reshaped<I: IntoDimension>(&self, shape: I) -> Result<Array<A, I::Dim>, ShapeError>;

    /// A copy with another shape: the same elements in row-major order (the last index runs fastest).
    ///
    /// # Panics
    /// If the two shapes have different numbers of places; the message names both.
    fn reshaped<I: IntoDimension>(&self, shape: I) -> Array<A, I::Dim> {
        self.try_reshaped(shape).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A copy with two axes swapped, counted from 0.
    ///
    /// # Panics
    /// If there is no such axis.
    fn swapped(&self, a: usize, b: usize) -> Array<A, Self::Dim>;
}

impl<A: Clone, S: Data<Elem = A>, D: Dimension> Rearrange<A> for ArrayBase<S, D> {
    type Dim = D;

    fn try_reshaped<I: IntoDimension>(&self, shape: I) -> Result<Array<A, I::Dim>, ShapeError> {
        let shape = shape.into_dimension();
        if shape.size_checked() != Some(self.len()) {
            return Err(ShapeError { from: self.shape().to_vec(), to: shape.slice().to_vec() });
        }
        let error = ShapeError { from: self.shape().to_vec(), to: shape.slice().to_vec() };
        Array::from_shape_vec(shape, self.iter().cloned().collect()).map_err(|_| error)
    }

    fn swapped(&self, a: usize, b: usize) -> Array<A, D> {
        let axes = self.ndim();
        assert!(a < axes && b < axes, "an array of shape {:?} has no axes {a} and {b} to swap", self.shape());
        let mut array = self.to_owned();
        array.swap_axes(a, b);
        array
    }
}

/// At least one of these is true: one clause. Takes literals, variables or DIMACS integers.
///
/// ```
/// use exactone_sat::{at_least_one, Cnf};
/// let mut cnf = Cnf::new();
/// at_least_one(&mut cnf, &[1, -2]);
/// assert_eq!(cnf.to_string(), "[1, -2]");
/// ```
///
/// # Panics
/// If one of the integers is 0.
pub fn at_least_one<S, L>(sink: &mut S, lits: &[L])
where
    S: ClauseSink + ?Sized,
    L: Copy + Into<Lit>,
{
    sink.at_least_one(&to_lits(lits));
}

/// Not two of these are true: the pairs, or whatever the sink has that is shorter.
///
/// ```
/// use exactone_sat::{at_most_one, Cnf};
/// let mut cnf = Cnf::new();
/// at_most_one(&mut cnf, &[1, 2, 3]);
/// assert_eq!(cnf.to_string(), "[-1, -2] [-1, -3] [-2, -3]");
/// ```
///
/// # Panics
/// If one of the integers is 0.
pub fn at_most_one<S, L>(sink: &mut S, lits: &[L])
where
    S: ClauseSink + ?Sized,
    L: Copy + Into<Lit>,
{
    sink.at_most_one(&to_lits(lits));
}

/// Exactly one of these is true: the clause of all, then the pairs.
///
/// ```
/// use exactone_sat::{exactly_one, Cnf};
/// let mut cnf = Cnf::new();
/// exactly_one(&mut cnf, &[1, 2, 3]);
/// assert_eq!(cnf.to_string(), "[1, 2, 3] [-1, -2] [-1, -3] [-2, -3]");
/// ```
///
/// # Panics
/// If one of the integers is 0.
pub fn exactly_one<S, L>(sink: &mut S, lits: &[L])
where
    S: ClauseSink + ?Sized,
    L: Copy + Into<Lit>,
{
    sink.exactly_one(&to_lits(lits));
}

/// At least one of each line along the last axis is true.
///
/// ```
/// use exactone_sat::{at_least_one_each, Cnf};
/// let mut cnf = Cnf::new();
/// at_least_one_each(&mut cnf, &ndarray::array![[1, 2, 3], [4, 5, 6]]);
/// assert_eq!(cnf.to_string(), "[1, 2, 3] [4, 5, 6]");
/// ```
///
/// # Panics
/// If one of the integers is 0.
pub fn at_least_one_each<S, L, T, D>(sink: &mut S, array: &ArrayBase<T, D>)
where
    S: ClauseSink + ?Sized,
    L: Copy + Into<Lit>,
    T: Data<Elem = L>,
    D: Dimension,
{
    each_line(sink, array, |sink, line| sink.at_least_one(line));
}

/// Not two of each line along the last axis are true.
///
/// ```
/// use exactone_sat::{at_most_one_each, Cnf};
/// let mut cnf = Cnf::new();
/// at_most_one_each(&mut cnf, &ndarray::array![[1, 2], [3, 4]]);
/// assert_eq!(cnf.to_string(), "[-1, -2] [-3, -4]");
/// ```
///
/// # Panics
/// If one of the integers is 0.
pub fn at_most_one_each<S, L, T, D>(sink: &mut S, array: &ArrayBase<T, D>)
where
    S: ClauseSink + ?Sized,
    L: Copy + Into<Lit>,
    T: Data<Elem = L>,
    D: Dimension,
{
    each_line(sink, array, |sink, line| sink.at_most_one(line));
}

/// Exactly one of each line along the last axis is true: first the clauses of all lines, then the pairs of all lines.
///
/// ```
/// use exactone_sat::{exactly_one_each, Cnf};
/// let mut cnf = Cnf::new();
/// exactly_one_each(&mut cnf, &ndarray::array![[1, 2, 3], [4, 5, 6]]);
/// assert_eq!(
///     cnf.to_string(),
///     "[1, 2, 3] [4, 5, 6] [-1, -2] [-1, -3] [-2, -3] [-4, -5] [-4, -6] [-5, -6]"
/// );
/// ```
///
/// # Panics
/// If one of the integers is 0.
pub fn exactly_one_each<S, L, T, D>(sink: &mut S, array: &ArrayBase<T, D>)
where
    S: ClauseSink + ?Sized,
    L: Copy + Into<Lit>,
    T: Data<Elem = L>,
    D: Dimension,
{
    at_least_one_each(sink, array);
    at_most_one_each(sink, array);
}

fn to_lits<L: Copy + Into<Lit>>(lits: &[L]) -> Vec<Lit> {
    lits.iter().map(|&lit| lit.into()).collect()
}

fn each_line<S, L, T, D>(sink: &mut S, array: &ArrayBase<T, D>, pour: impl Fn(&mut S, &[Lit]))
where
    S: ClauseSink + ?Sized,
    L: Copy + Into<Lit>,
    T: Data<Elem = L>,
    D: Dimension,
{
    let mut line = Vec::new();
    for row in array.rows() {
        if sink.is_closed() {
            return;
        }
        line.clear();
        line.extend(row.iter().map(|&lit| lit.into()));
        pour(sink, &line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Cnf;
    use ndarray::{Ix3, array};

    fn boxes(x: &LitArray<Ix3>) -> LitArray<Ix3> {
        x.reshaped((3, 3, 3, 3, 9)).swapped(1, 2).reshaped((9, 9, 9)).swapped(1, 2)
    }

    #[test]
    fn variables_are_numbered_by_row_column_digit() {
        let mut cnf = Cnf::new();
        let x = literals(&mut cnf, (9, 9, 9));
        for ((row, column, digit), &lit) in x.indexed_iter() {
            assert_eq!(lit, ((row * 9 + column) * 9 + digit + 1) as i32);
        }
        assert_eq!(literals(&mut cnf, ()).into_scalar(), 730);
        assert_eq!(literals(&mut cnf, (0, 5)).len(), 0);
        assert_eq!(cnf.var_count(), 730);
    }

    #[test]
    fn the_box_step_collects_the_nine_cells_of_a_box() {
        let x = literals(&mut Cnf::new(), (9, 9, 9));
        let boxes = boxes(&x);
        for house in 0..9 {
            for digit in 0..9 {
                for cell in 0..9 {
                    let (row, column) = (house / 3 * 3 + cell / 3, house % 3 * 3 + cell % 3);
                    assert_eq!(boxes[[house, digit, cell]], x[[row, column, digit]]);
                }
            }
        }
        let swapped = x.into_shape_with_order((3, 3, 3, 3, 9)).unwrap().swapped(1, 2);
        assert!(swapped.into_shape_with_order((9, 9, 9)).is_err(), "ndarray alone copies nothing");
    }

    #[test]
    fn the_first_tutorial_has_11988_clauses_and_the_second_its_running_total() {
        let mut cnf = Cnf::new();
        let x = literals(&mut cnf, (9, 9, 9));
        let houses = [x.swapped(1, 2), x.swapped(0, 2), boxes(&x)];
        exactly_one_each(&mut cnf, &x);
        houses.iter().for_each(|house| exactly_one_each(&mut cnf, house));
        assert_eq!((cnf.len(), cnf.var_count()), (11_988, 729));

        let mut cnf = Cnf::new();
        let mut totals = Vec::new();
        at_least_one_each(&mut cnf, &x);
        totals.push(cnf.len());
        for groups in [&x].into_iter().chain(&houses) {
            at_most_one_each(&mut cnf, groups);
            totals.push(cnf.len());
        }
        assert_eq!(totals, [81, 2_997, 5_913, 8_829, 11_745]);
    }

    #[test]
    fn reshaping_reads_in_logical_order_whatever_the_memory() {
        let x = array![[1, 2, 3], [4, 5, 6]];
        assert_eq!(x.swapped(0, 1).swapped(0, 1), x);
        assert_eq!(x.t().reshaped((2, 3)), array![[1, 4, 2], [5, 3, 6]]);
        assert_eq!(x.swapped(0, 1).reshaped((1, 6, 1)).shape(), [1, 6, 1]);
        let error = x.try_reshaped((4, 2)).unwrap_err();
        assert_eq!(error.to_string(), "an array of shape [2, 3] cannot take the shape [4, 2]");
        assert!(x.try_reshaped((usize::MAX, usize::MAX)).is_err());
    }

    #[test]
    #[should_panic(expected = "an array of shape [2, 3] cannot take the shape [5]")]
    fn a_wrong_shape_names_both() {
        let _ = array![[1, 2, 3], [4, 5, 6]].reshaped(5);
    }

    #[test]
    fn groups_reach_the_sink_whole() {
        struct Groups(Vec<String>);
        impl ClauseSink for Groups {
            fn var_count(&self) -> u32 {
                0
            }
            fn ensure_vars(&mut self, _count: u32) {}
            fn add_clause(&mut self, clause: &[Lit]) {
                self.0.push(format!("clause {clause:?}"));
            }
            fn at_most_one(&mut self, lits: &[Lit]) {
                self.0.push(format!("group {lits:?}"));
            }
        }
        let mut groups = Groups(Vec::new());
        exactly_one_each(&mut groups, &array![[1, 2], [3, 4]]);
        exactly_one(&mut groups, &[5, 6]);
        let expected = [
            "clause [1, 2]",
            "clause [3, 4]",
            "group [1, 2]",
            "group [3, 4]",
            "clause [5, 6]",
            "group [5, 6]",
        ];
        assert_eq!(groups.0, expected);
    }
}
