//! The step trace: every step of a search as one JSON object a line.
//!
//! ```json
//! {"step":"decide","level":1,"literal":5}
//! {"step":"propagate","literal":-3,"clause":[-3,-5],"id":"c12"}
//! ```
//! Literals are DIMACS integers. Ids: `c` and the number of a given clause, `d` and that of a derived one.

use std::path::Path;
use std::sync::{Arc, Mutex};

use exactone_sat::{ClauseId, Lit, Step};
use serde_json::Value;

use super::sink::Sink;
use super::status::Failure;

/// The file that steps are written to. Clones write to the same file; the first error ends the writing and is told
/// by [`finish`](Trace::finish).
#[derive(Clone)]
pub struct Trace(Arc<Mutex<State>>);

struct State {
    sink: Option<Sink>,
    failure: Option<Failure>,
}

impl Trace {
    /// A trace to this file; `-` is standard output.
    pub fn create(path: &Path) -> Result<Trace, Failure> {
        let sink = Sink::open(Some(path))?;
        Ok(Trace(Arc::new(Mutex::new(State { sink: Some(sink), failure: None }))))
    }

    /// Writes one step.
    pub fn step(&self, step: &Step) {
        self.write(&object(step));
    }

    /// Says that the steps of this puzzle follow.
    pub fn puzzle(&self, line: u64, puzzle: &str) {
        self.write(&format!("{{\"step\":\"puzzle\",\"line\":{line},\"puzzle\":{}}}", Value::from(puzzle)));
    }

    fn write(&self, object: &str) {
        let Ok(mut state) = self.0.lock() else { return };
        let Some(sink) = &mut state.sink else { return };
        if let Err(failure) = sink.put(format!("{object}\n").as_bytes()) {
            state.failure = Some(failure);
            state.sink = None;
        }
    }

    /// Gives the file its name, or says what went wrong.
    pub fn finish(&self) -> Result<(), Failure> {
        let Ok(mut state) = self.0.lock() else { return Ok(()) };
        match (state.failure.take(), state.sink.take()) {
            (Some(failure), _) => Err(failure),
            (None, Some(sink)) => sink.finish(),
            (None, None) => Ok(()),
        }
    }
}

/// The object as text, its keys in the order in which a person reads them.
fn object(step: &Step) -> String {
    let ints = |lits: &[Lit]| {
        let texts: Vec<String> = lits.iter().map(|lit| lit.to_dimacs().to_string()).collect();
        texts.join(",")
    };
    let clause = |id: ClauseId, lits: &[Lit]| format!("\"clause\":[{}],\"id\":\"{id:?}\"", ints(lits));
    let rest = match step {
        Step::Decide { level, lit } => {
            format!("decide\",\"level\":{level},\"literal\":{}", lit.to_dimacs())
        }
        Step::Propagate { lit, id, clause: lits } => {
            format!("propagate\",\"literal\":{},{}", lit.to_dimacs(), clause(*id, lits))
        }
        Step::Pure { lit } => format!("pure\",\"literal\":{}", lit.to_dimacs()),
        Step::Conflict { id, clause: lits } => format!("conflict\",{}", clause(*id, lits)),
        Step::Learnt { id, clause: lits } => format!("learnt\",{}", clause(*id, lits)),
        Step::Backtrack { level } => format!("backtrack\",\"level\":{level}"),
        Step::Restart => "restart\"".to_owned(),
        Step::Delete { id } => format!("delete\",\"id\":\"{id:?}\""),
        other => format!("other\",\"text\":{}", Value::from(format!("{other:?}"))),
    };
    format!("{{\"step\":\"{rest}}}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_an_object() {
        let clause = [-3, -5].map(Lit::from).to_vec();
        let id = ClauseId::Original(12);
        let steps = [
            (Step::Decide { level: 1, lit: Lit::from(5) }, r#"{"step":"decide","level":1,"literal":5}"#),
            (
                Step::Propagate { lit: Lit::from(-3), id, clause: clause.clone() },
                r#"{"step":"propagate","literal":-3,"clause":[-3,-5],"id":"c12"}"#,
            ),
            (Step::Pure { lit: Lit::from(2) }, r#"{"step":"pure","literal":2}"#),
            (
                Step::Conflict { id, clause: clause.clone() },
                r#"{"step":"conflict","clause":[-3,-5],"id":"c12"}"#,
            ),
            (
                Step::Learnt { id: ClauseId::Derived(1), clause },
                r#"{"step":"learnt","clause":[-3,-5],"id":"d1"}"#,
            ),
            (Step::Backtrack { level: 2 }, r#"{"step":"backtrack","level":2}"#),
            (Step::Restart, r#"{"step":"restart"}"#),
            (Step::Delete { id }, r#"{"step":"delete","id":"c12"}"#),
        ];
        for (step, expected) in steps {
            assert_eq!(object(&step), expected);
            assert!(serde_json::from_str::<Value>(expected).is_ok());
        }
    }
}
