//! A recorded search of either solver.

use exactone::words::Speaker;
use exactone::{EncodeOptions, Encoded, Encoding, Puzzle, Shape};
use exactone_sat::dimacs;
use exactone_sat::replay::{
    ImplicationGraph, NodeEnd, Recorder, Recording, Replay, SearchTree, Side, StepKind, StepView,
};
use exactone_sat::{
    Branching, Budget, Cdcl, CdclOptions, ClauseSink, Cnf, Dpll, DpllOptions, Lit, Outcome, Query, Solver,
};

use crate::protocol::{self, Failure, SearchOptions};
use crate::speech;

/// A formula, how to search it, and what was recorded of the search.
#[derive(Debug)]
pub(crate) struct Search {
    cnf: Cnf,
    puzzle: Option<(Shape, Encoded)>,
    options: SearchOptions,
    outcome: &'static str,
    replay: Replay,
}

impl Search {
    /// A search of a puzzle's clauses, the clues as unit clauses.
    pub(crate) fn of_puzzle(puzzle: &Puzzle, options: SearchOptions) -> Result<Search, Failure> {
        let mut cnf = Cnf::new();
        let encoded = puzzle.encode(&mut cnf, &EncodeOptions::new(options.encoding.parse()?))?;
        Ok(Search::new(cnf, Some((puzzle.shape(), encoded)), options))
    }

    /// A search of a formula in DIMACS form.
    pub(crate) fn of_dimacs(text: &str, options: SearchOptions) -> Result<Search, Failure> {
        let mut cnf = Cnf::new();
        dimacs::read(text.as_bytes(), &mut cnf)?;
        Ok(Search::new(cnf, None, options))
    }

    fn new(cnf: Cnf, puzzle: Option<(Shape, Encoded)>, options: SearchOptions) -> Search {
        let replay = Replay::new(Recording::default());
        Search { cnf, puzzle, options, outcome: "unknown", replay }
    }

    fn shape(&self) -> Option<Shape> {
        self.puzzle.as_ref().map(|(shape, _)| *shape)
    }

    fn speaker(&self, language: &str) -> Speaker {
        speech::speaker(self.shape(), self.options.encoding == Encoding::Triads.to_string(), language)
    }

    fn encoded(&self) -> Option<&Encoded> {
        self.puzzle.as_ref().map(|(_, encoded)| encoded)
    }

    /// Records the search from its start, as far as the budget goes; says whether it came to its end or there is no
    /// more room. A solver that was stopped goes on in another way than one that was not, so nothing is continued.
    pub(crate) fn advance(&mut self, budget: Budget<'_>) -> Result<bool, Failure> {
        let (outcome, recording) = self.record(budget)?;
        let full = recording.is_full();
        self.replay = Replay::new(recording);
        self.outcome = match outcome {
            Outcome::Sat(_) => "satisfiable",
            Outcome::Unsat(_) => "unsatisfiable",
            Outcome::Unknown(_) => "unknown",
        };
        Ok(full || self.outcome != "unknown")
    }

    fn record(&self, budget: Budget<'_>) -> Result<(Outcome, Recording), Failure> {
        let what_if: Vec<Lit> =
            self.options.what_if.iter().filter_map(|&integer| Lit::from_dimacs(integer)).collect();
        let recorder = Recorder::new(self.options.limit);
        let stop = recorder.stop_flag();
        let query = Query::new().assume(&what_if).budget(budget).stop(&stop);
        Ok(if self.options.engine == "cdcl" {
            // What is learnt is to be seen in the cut of the implication graph, so nothing is put in the place of its literals.
            let options = CdclOptions::new()
                .restarts(self.options.restarts)
                .learning(self.options.learning)
                .shrink(false);
            let mut solver = Cdcl::with_options_and_observer(options, recorder);
            self.cnf.pour(&mut solver);
            (solver.solve_query(&query), solver.into_observer().finish())
        } else {
            let branching = match self.options.branching.as_str() {
                "first" => Branching::FirstUnassigned,
                "jeroslow-wang" => Branching::JeroslowWang,
                _ => Branching::Moms,
            };
            let mut solver = Dpll::with_observer(recorder);
            solver.set_options(DpllOptions { pure_literals: self.options.pure_literals, branching });
            self.cnf.pour(&mut solver);
            (solver.solve_query(&query), solver.into_observer().finish())
        })
    }

    /// The steps recorded so far. After it has told its model CDCL takes its decisions back, and forgets what were only
    /// reasons; that is no step of the search, and nobody would see the model behind it.
    pub(crate) fn steps(&self) -> usize {
        let recording = self.replay.recording();
        let kind =
            |steps: usize| steps.checked_sub(1).and_then(|last| recording.get(last)).map(|step| step.kind);
        let all = recording.len();
        if self.outcome != "satisfiable" {
            return all;
        }
        let mut steps = all;
        while kind(steps) == Some(StepKind::Delete) {
            steps -= 1;
        }
        if kind(steps) == Some(StepKind::Backtrack) { steps - 1 } else { all }
    }

    /// How the search ended.
    pub(crate) fn end(&self) -> protocol::SearchEnd {
        let variables = self.cnf.var_count();
        protocol::SearchEnd { steps: self.steps(), outcome: self.outcome.to_owned(), variables }
    }

    /// What there is to see after so many steps.
    pub(crate) fn state(&mut self, position: usize, language: &str) -> protocol::SearchState {
        self.replay.go_to(position.min(self.steps()));
        let position = self.replay.position();
        let state = self.replay.state();
        let recording = self.replay.recording();
        let step = position.checked_sub(1).and_then(|last| recording.get(last));
        let speaker = self.speaker(language);
        let counters = state.counters();
        let counters = [
            counters.decisions,
            counters.propagations,
            counters.pure_assignments,
            counters.conflicts,
            counters.learnt,
            counters.backtracks,
            counters.restarts,
        ];
        let how = |step: usize| match recording.get(step).map(|step| step.kind) {
            Some(StepKind::Decide) => 0,
            Some(StepKind::Pure) => 2,
            _ => 1,
        };
        protocol::SearchState {
            position,
            sentence: step.map_or_else(String::new, |step| speaker.step(&step, self.encoded())),
            kind: step.map_or("", |step| kind(step.kind)).to_owned(),
            clause: step.map_or_else(Vec::new, |step| speech::integers(step.clause)),
            cells: step.map_or_else(Vec::new, |step| step_cells(self.shape(), &step)),
            level: state.level(),
            literal: step.and_then(|step| step.lit).map_or(0, Lit::to_dimacs),
            trail: state
                .trail()
                .iter()
                .flat_map(|set| [set.lit.to_dimacs(), set.level as i32, how(set.step)])
                .collect(),
            counters: counters.map(|count| u32::try_from(count).unwrap_or(u32::MAX)).to_vec(),
        }
    }

    /// Why a literal is true after so many steps; `None` where it is not.
    pub(crate) fn why(&mut self, position: usize, literal: i32, language: &str) -> Option<protocol::Why> {
        self.replay.go_to(position.min(self.steps()));
        let state = self.replay.state();
        let lit = Lit::from_dimacs(literal)?;
        let set = state.trail().get(state.position(lit.var())?)?;
        let step = self.replay.recording().get(set.step)?;
        let speaker = self.speaker(language);
        Some(protocol::Why {
            position: set.step + 1,
            sentence: speaker.step(&step, self.encoded()),
            clause: speech::integers(step.clause),
            labels: step.clause.iter().map(|&lit| speaker.label(lit)).collect(),
            cells: step_cells(self.shape(), &step),
        })
    }

    /// The implication graph where a clause is false after so many steps.
    pub(crate) fn graph(&mut self, position: usize, language: &str) -> Option<protocol::Graph> {
        self.replay.go_to(position.min(self.steps()));
        let graph = ImplicationGraph::new(self.replay.recording(), self.replay.state())?;
        let speaker = self.speaker(language);
        let side = |side| match side {
            Side::Conflict => "conflict",
            Side::Uip => "uip",
            Side::Reason => "reason",
            Side::Always => "always",
        };
        let nodes = graph.nodes().iter().map(|node| protocol::GraphLit {
            literal: node.lit.to_dimacs(),
            label: speaker.label(node.lit),
            level: node.level,
            side: side(node.side).to_owned(),
        });
        let level = graph.nodes().iter().map(|node| node.level).max().unwrap_or(0);
        let reasons = graph.nodes().iter().filter(|node| node.side == Side::Reason);
        let back_to = reasons.map(|node| node.level).filter(|&one| one < level).max().unwrap_or(0);
        Some(protocol::Graph {
            nodes: nodes.collect(),
            edges: graph.edges().to_vec(),
            conflict: graph.conflict().to_vec(),
            learnt: speech::integers(graph.learnt()),
            sentence: speaker.clause(graph.learnt(), None),
            back_to,
            level,
        })
    }

    /// The tree of decisions, five numbers a node: parent, literal (0 at the root), step, last step, and 0 inner,
    /// 1 conflict, 2 where the recording ends.
    pub(crate) fn tree(&self) -> Vec<i32> {
        let tree = SearchTree::new(self.replay.recording());
        let number = |step: usize| i32::try_from(step).unwrap_or(i32::MAX);
        let fields = |node: &exactone_sat::replay::TreeNode| {
            [
                node.parent.map_or(-1, number),
                node.lit.map_or(0, Lit::to_dimacs),
                number(node.step),
                number(node.last),
                match node.end {
                    NodeEnd::Inner => 0,
                    NodeEnd::Conflict => 1,
                    NodeEnd::Last => 2,
                },
            ]
        };
        tree.nodes().iter().flat_map(fields).collect()
    }

    /// The position just after the nearest decision or conflict before or after a position; -1 if there is none.
    pub(crate) fn find(&self, kind: &str, from: usize, direction: i32) -> i32 {
        let kind = match kind {
            "conflict" => StepKind::Conflict,
            "learnt" => StepKind::Learnt,
            _ => StepKind::Decide,
        };
        let recording = self.replay.recording();
        let found = match (direction > 0, from.checked_sub(1)) {
            (true, None) => (recording.get(0).map(|step| step.kind) == Some(kind))
                .then_some(0)
                .or_else(|| recording.next(kind, 0)),
            (true, Some(last)) => recording.next(kind, last),
            (false, None) => None,
            (false, Some(last)) => recording.previous(kind, last),
        };
        found.map_or(-1, |step| i32::try_from(step + 1).unwrap_or(i32::MAX))
    }
}

const fn kind(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Decide => "decide",
        StepKind::Propagate => "propagate",
        StepKind::Pure => "pure",
        StepKind::Conflict => "conflict",
        StepKind::Learnt => "learnt",
        StepKind::Backtrack => "backtrack",
        StepKind::Restart => "restart",
        StepKind::Delete => "delete",
    }
}

/// The cells of the step's literal and clause.
fn step_cells(shape: Option<Shape>, step: &StepView<'_>) -> Vec<usize> {
    let lits: Vec<Lit> = step.lit.into_iter().chain(step.clause.iter().copied()).collect();
    speech::cells(shape, &lits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::{example, puzzle_of};

    const FIRST: &str = "000000185007030000000021400800000020003905600050000004004860000000040300931000000";
    const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    fn options(engine: &str) -> SearchOptions {
        SearchOptions {
            engine: engine.to_owned(),
            encoding: "extended".to_owned(),
            branching: "moms".to_owned(),
            pure_literals: true,
            restarts: true,
            learning: true,
            what_if: Vec::new(),
            limit: 100_000,
        }
    }

    fn searched(search: Result<Search, Failure>) -> Search {
        let mut search = search.unwrap();
        while !search.advance(Budget::new()).unwrap() {}
        search
    }

    #[test]
    fn both_engines_end_and_come_back_to_the_same_start() {
        let puzzle = puzzle_of(&example(HARD)).unwrap();
        for engine in ["dpll", "cdcl"] {
            let mut search = searched(Search::of_puzzle(&puzzle, options(engine)));
            let end = search.end();
            assert_eq!((end.outcome.as_str(), end.variables), ("satisfiable", 729));
            let first = search.state(0, "en");
            let last = search.state(usize::MAX, "en");
            assert_eq!(last.position, end.steps);
            let positive = last.trail.chunks(3).filter(|entry| entry[0] > 0).count();
            assert_eq!(positive, 81, "{engine}");
            assert!(last.counters[3] > 0, "{engine} meets conflicts");
            assert_eq!(search.state(0, "en"), first);
            assert_eq!((first.position, first.trail.len(), first.sentence.as_str()), (0, 0, ""));
        }
    }

    #[test]
    fn conflicts_have_a_graph_and_literals_a_reason() {
        let mut search = searched(Search::of_puzzle(&puzzle_of(&example(HARD)).unwrap(), options("cdcl")));
        let at = search.find("conflict", 0, 1);
        assert!(at > 0);
        let state = search.state(at as usize, "en");
        assert_eq!(state.kind, "conflict");
        let graph = search.graph(at as usize, "en").unwrap();
        assert_eq!(graph.nodes.iter().filter(|node| node.side == "uip").count(), 1);
        assert!(graph.back_to < graph.level);
        assert!(search.find("conflict", at as usize, -1) < 0 && search.find("decide", at as usize, -1) > 0);
        let literal = state.trail[0];
        let why = search.why(at as usize, literal, "en").unwrap();
        assert_eq!(why.clause, [literal]);
        assert!(search.graph(0, "en").is_none() && search.why(0, literal, "en").is_none());
    }

    #[test]
    fn without_learning_the_same_end_is_reached_and_each_clause_serves_once() {
        let puzzle = puzzle_of(&example(FIRST)).unwrap();
        let with = SearchOptions { encoding: "minimal".to_owned(), ..options("cdcl") };
        let without = SearchOptions { learning: false, ..with.clone() };
        let mut with = searched(Search::of_puzzle(&puzzle, with));
        let mut without = searched(Search::of_puzzle(&puzzle, without));
        let positive = |state: &protocol::SearchState| {
            let mut found: Vec<i32> =
                state.trail.chunks(3).map(|entry| entry[0]).filter(|&lit| lit > 0).collect();
            found.sort_unstable();
            found
        };
        let (one, other) = (with.state(usize::MAX, "en"), without.state(usize::MAX, "en"));
        assert_eq!((positive(&one), positive(&other).len()), (positive(&other), 81));
        assert_eq!(other.counters[6], 0, "no restarts");
        assert!(
            other.counters[3] > one.counters[3],
            "more conflicts: {:?} {:?}",
            one.counters,
            other.counters
        );
        // The clause of the cut is told, whatever becomes of it.
        let at = without.find("conflict", 0, 1) as usize;
        let graph = without.graph(at, "en").unwrap();
        let derived = without.find("learnt", at, 1) as usize;
        assert_eq!(without.state(derived, "en").clause.len(), graph.learnt.len());
        let none = puzzle_of(&example("..12...5...6....3.6....14.......2.4.")).unwrap();
        let options = SearchOptions { learning: false, ..options("cdcl") };
        assert_eq!(searched(Search::of_puzzle(&none, options)).end().outcome, "unsatisfiable");
    }

    #[test]
    fn a_literal_to_try_is_the_first_decision() {
        let puzzle = puzzle_of(&example("1..43.........21")).unwrap();
        let wrong = SearchOptions { what_if: vec![5], ..options("dpll") };
        let search = searched(Search::of_puzzle(&puzzle, wrong));
        assert_eq!(search.end().outcome, "unsatisfiable", "r1c2 is not 1");
        // r4c4 is 2 or 3 where there are several solutions.
        let open = puzzle_of(&example("1..4............")).unwrap();
        for engine in ["dpll", "cdcl"] {
            let mut search =
                searched(Search::of_puzzle(&open, SearchOptions { what_if: vec![62], ..options(engine) }));
            let at = search.find("decide", 0, 1);
            assert_eq!(search.state(at as usize, "en").literal, 62, "{engine}");
            assert_eq!(search.end().outcome, "satisfiable");
        }
    }

    #[test]
    fn a_slice_that_is_too_short_is_not_the_end() {
        let puzzle = puzzle_of(&example(HARD)).unwrap();
        for engine in ["dpll", "cdcl"] {
            let mut search = Search::of_puzzle(&puzzle, options(engine)).unwrap();
            assert!(!search.advance(Budget::new().conflicts(1)).unwrap());
            assert_eq!(search.end().outcome, "unknown");
            assert!(search.advance(Budget::new()).unwrap());
            let mut whole = searched(Search::of_puzzle(&puzzle, options(engine)));
            assert_eq!(search.end(), whole.end());
            assert_eq!(search.state(usize::MAX, "en"), whole.state(usize::MAX, "en"));
        }
    }

    #[test]
    fn a_search_without_room_says_so() {
        let few = SearchOptions { limit: 10, ..options("dpll") };
        let search = searched(Search::of_puzzle(&puzzle_of(&example(HARD)).unwrap(), few));
        assert_eq!((search.end().outcome.as_str(), search.steps()), ("unknown", 10));
    }

    #[test]
    fn bad_dimacs_and_misfit_encodings_are_failures() {
        let failure = Search::of_dimacs("p cnf 2 1\n1 x 0\n", options("dpll")).unwrap_err();
        assert!(failure.to_string().contains('2'), "{failure}");
        let prime = protocol::Puzzle { box_rows: 1, box_columns: 5, cells: vec![0; 25], allowed: None };
        let triads = SearchOptions { encoding: "triads".to_owned(), ..options("dpll") };
        assert!(Search::of_puzzle(&puzzle_of(&prime).unwrap(), triads).is_err());
    }
}
