//! Outside SAT solvers as exactone solvers, and exactone's CDCL as a solver of the crate `rustsat`.
//!
//! - [`by_name`] gives any outside solver as a boxed [`Solver`]: `cadical`, `minisat`, `glucose`, `batsat`, or
//!   `path:PROGRAM` for a program that reads DIMACS.
//! - [`Program`] is that last one; it needs nothing but the program.
//! - With the feature `rustsat`, `External` makes a solver of ours out of any rustsat solver and `RustsatCdcl` makes a
//!   rustsat solver out of our CDCL.
//! - With the feature `peers`, CaDiCaL, MiniSat, Glucose (built from C++) and BatSat come along.
//!
//! Kissat is not among them: its C symbols and CaDiCaL's adapter do not link into one program. It runs by path.

#[cfg(feature = "rustsat")]
mod external;
#[cfg(feature = "peers")]
mod peers;
mod program;
#[cfg(feature = "rustsat")]
mod rustsat_cdcl;

use std::fmt;

use exactone_sat::Solver;

#[cfg(feature = "rustsat")]
pub use external::{Backend, External};
pub use program::Program;
#[cfg(feature = "rustsat")]
pub use rustsat_cdcl::{Interrupter, RustsatCdcl};

/// The outside solvers that [`by_name`] knows, apart from `path:PROGRAM`. All need the feature `peers`.
pub const PEERS: [&str; 4] = ["cadical", "minisat", "glucose", "batsat"];

/// The outside solver with this name: one of [`PEERS`], or `path:PROGRAM` for a program (found as a shell finds it).
///
/// ```
/// let error = exactone_external::by_name("picoset").err().unwrap();
/// assert!(error.to_string().starts_with("no solver named 'picoset'"));
/// let error = exactone_external::by_name("path:/no/such/solver").err().unwrap();
/// assert_eq!(error.to_string(), "no program '/no/such/solver'");
/// ```
///
/// # Errors
/// If no solver has this name, if it was left out of this build, or if there is no such program.
pub fn by_name(name: &str) -> Result<Box<dyn Solver>, EngineError> {
    if let Some(path) = name.strip_prefix("path:") {
        return Ok(Box::new(Program::new(path)?));
    }
    #[cfg(feature = "peers")]
    if let Some(solver) = peers::by_name(name) {
        return Ok(solver);
    }
    if PEERS.contains(&name) {
        return Err(EngineError::NotBuilt { name: name.to_owned() });
    }
    Err(EngineError::Unknown { name: name.to_owned() })
}

/// Why there is no such solver.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineError {
    /// No outside solver has this name.
    Unknown {
        /// The name that was asked for.
        name: String,
    },
    /// The solver is known, but this build was made without the feature `peers`.
    NotBuilt {
        /// The name that was asked for.
        name: String,
    },
    /// No file with this name, neither at this path nor, for a bare name, in the folders of `PATH`.
    NoProgram {
        /// The program that was asked for.
        program: String,
    },
    /// The file is there, but it is a folder or may not be executed.
    NotExecutable {
        /// The program that was asked for.
        program: String,
    },
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Unknown { name } => {
                write!(f, "no solver named '{name}'; there are {}, path:PROGRAM", PEERS.join(", "))
            }
            EngineError::NotBuilt { name } => write!(
                f,
                "this build has no {name}: build with the feature `peers`, or name a program (path:{name})"
            ),
            EngineError::NoProgram { program } => write!(f, "no program '{program}'"),
            EngineError::NotExecutable { program } => write!(f, "'{program}' cannot be executed"),
        }
    }
}

impl std::error::Error for EngineError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "peers")]
    #[test]
    fn every_peer_is_there() {
        for name in PEERS {
            let mut solver = by_name(name).expect("it was built");
            exactone_sat::clauses![[1, 2], [-1, 2], [1, -2]].pour(&mut solver);
            assert_eq!(solver.solve().model().map(ToString::to_string), Some("[1, 2]".to_owned()));
        }
    }

    #[cfg(not(feature = "peers"))]
    #[test]
    fn a_peer_that_was_left_out_says_how_to_get_it() {
        for name in PEERS {
            let error = by_name(name).err().expect("it was left out");
            assert!(error.to_string().contains("feature `peers`"), "{error}");
        }
    }

    #[test]
    fn a_folder_is_no_program() {
        let error = by_name("path:/").err().expect("a folder cannot be run");
        assert_eq!(error, EngineError::NotExecutable { program: "/".to_owned() });
    }
}
