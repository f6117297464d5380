//! The clauses of a puzzle: how many, and those that speak of something.

use exactone::{Clues, EncodeOptions, Encoded, Encoding, Puzzle, Shape};
use exactone_sat::{ClauseCounter, Cnf, Lit};

use crate::protocol::{self, Failure};
use crate::speech;

/// The number of variables and clauses, before and after the clues are put in.
pub(crate) fn size(puzzle: &Puzzle, encoding: Encoding) -> Result<protocol::EncodingSize, Failure> {
    let options = EncodeOptions::new(encoding);
    let [mut whole, mut open] = [ClauseCounter::new(); 2];
    puzzle.encode(&mut whole, &options.clues(Clues::Assumptions))?;
    let left = puzzle.encode(&mut open, &options.clues(Clues::Simplify))?;
    let auxiliary = whole.vars() - puzzle.shape().var_count();
    Ok(protocol::EncodingSize {
        variables: whole.vars(),
        clauses: whole.clauses() as usize,
        free_variables: left.free_vars.unwrap_or_default() + auxiliary as usize,
        open_clauses: open.clauses() as usize,
    })
}

/// The clauses of one shape and encoding, kept because the page asks for them again and again.
#[derive(Debug)]
pub(crate) struct Book {
    shape: Shape,
    encoding: Encoding,
    cnf: Cnf,
    encoded: Encoded,
}

impl Book {
    pub(crate) fn open(shape: Shape, encoding: Encoding) -> Result<Book, Failure> {
        let mut cnf = Cnf::new();
        let empty = Puzzle::classic(exactone::Grid::empty(shape));
        let encoded = empty.encode(&mut cnf, &EncodeOptions::new(encoding))?;
        Ok(Book { shape, encoding, cnf, encoded })
    }

    pub(crate) fn is_of(&self, shape: Shape, encoding: Encoding) -> bool {
        self.shape == shape && self.encoding == encoding
    }

    /// A page of the clauses that speak of everything the filter names.
    pub(crate) fn page(&self, filter: &protocol::ClauseFilter, language: &str) -> protocol::ClausePage {
        let shape = self.shape;
        let speaks = |lit: &Lit| {
            shape.meaning(lit.var()).is_some_and(|(cell, digit)| {
                filter.cell.is_none_or(|index| shape.index_of(cell) == index)
                    && filter.digit.is_none_or(|wanted| digit.number() == wanted)
                    && filter.row.is_none_or(|row| cell.row() == row)
                    && filter.column.is_none_or(|column| cell.col() == column)
                    && filter.box_index.is_none_or(|index| shape.box_of(cell) == index)
            })
        };
        // A house is spoken of where every literal of the clause lies in it; a cell or digit where one does.
        let house = filter.row.is_some() || filter.column.is_some() || filter.box_index.is_some();
        let auxiliary = |lit: &Lit| shape.meaning(lit.var()).is_none();
        let all = |clause: &[Lit]| clause.iter().all(|lit| auxiliary(lit) || speaks(lit));
        let fits = |clause: &[Lit]| clause.iter().any(speaks) && (!house || all(clause));
        let mut page = protocol::ClausePage { total: 0, clauses: Vec::new() };
        for (number, clause) in (1..).zip(self.cnf.iter()).filter(|(_, clause)| fits(clause)) {
            if page.total >= filter.skip && page.clauses.len() < filter.take {
                page.clauses.push(self.line(number, clause, language));
            }
            page.total += 1;
        }
        page
    }

    fn line(&self, number: u64, clause: &[Lit], language: &str) -> protocol::ClauseLine {
        let speaker = speech::speaker(Some(self.shape), self.encoding == Encoding::Triads, language);
        protocol::ClauseLine {
            number: number as usize,
            literals: speech::integers(clause),
            labels: clause.iter().map(|&lit| speaker.label(lit)).collect(),
            sentence: speaker.clause(clause, self.encoded.fact_of(number)),
            cells: speech::cells(Some(self.shape), clause),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::{example, puzzle_of};

    #[test]
    fn clauses_are_found_by_cell_digit_and_house() {
        let shape = Shape::CLASSIC;
        let book = Book::open(shape, Encoding::Extended).unwrap();
        let page = |filter| book.page(&protocol::ClauseFilter { take: 3, ..filter }, "en");
        let none = protocol::ClauseFilter::default();
        assert_eq!(page(none).total, 11_988);
        // r1c1 is 1: its cell, and its row, column and box: 1 + 8 pairs each, but the 4 peers of box and line once.
        let one = page(protocol::ClauseFilter { cell: Some(0), digit: Some(1), ..none });
        let direct =
            book.cnf.iter().filter(|clause| clause.iter().any(|lit| lit.var().number() == 1)).count();
        assert_eq!((one.total, one.clauses.len()), (direct, 3));
        // A row: 9 digits somewhere, 36 pairs each; its cells: 9 with a digit, 36 pairs each.
        let row = page(protocol::ClauseFilter { row: Some(2), ..none });
        let inside = 9 * 37 + 9 * 37;
        let boxes = 9 * 3 * 3;
        assert_eq!(row.total, inside + boxes, "and the pairs of each box inside the row");
        assert_eq!(row.clauses[0].sentence, "r3c1 has a digit");
        assert_eq!(row.clauses[0].cells, [18]);
        let next = book.page(&protocol::ClauseFilter { row: Some(2), skip: 1, take: 1, ..none }, "zh");
        assert_eq!(next.clauses[0].number, row.clauses[1].number);
    }

    #[test]
    fn sizes_before_and_after_the_clues() {
        let puzzle = puzzle_of(&example("1..43.........21")).unwrap();
        let size = size(&puzzle, Encoding::Efficient).unwrap();
        assert_eq!((size.variables, size.clauses), (64, 400));
        assert!(size.free_variables < 40 && size.open_clauses < 300);
    }
}
