//! Literals, CNF and solvers, built around statements of the form *exactly one of these is true*.
