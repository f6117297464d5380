//! Outside SAT solvers as exactone solvers.
