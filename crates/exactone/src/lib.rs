//! Logic puzzles, Sudoku first, solved through SAT.
