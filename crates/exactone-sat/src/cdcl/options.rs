//! Settings of the search.

/// Settings of a [`Cdcl`](super::Cdcl) solver. The default is meant for everything.
///
/// ```
/// use exactone_sat::{Cdcl, CdclOptions};
/// let solver: Cdcl = Cdcl::with_options(CdclOptions::new().seed(7));
/// # let _ = solver;
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CdclOptions {
    /// Different seeds take different ways through the search; the same seed and input always take the same. With 0 (the
    /// default) nothing but the steps of local search (`walk`) is drawn at random.
    pub seed: u64,
    /// The value a variable is first given when it is branched on.
    pub phase: bool,
    /// How fast the activity of variables fades at each conflict: a factor below 1.
    pub decay: f64,
    /// Whether to restart at all.
    pub restarts: bool,
    /// Whether to keep what conflicts teach. Without it the search still analyses each conflict and jumps back as far
    /// as the clause allows, but the clause is only the reason of the literal it turns around, and is forgotten with it;
    /// units stay. Then there are no restarts and nothing that goes with them (`modes`, `vivify`): only the trail knows
    /// what has been tried. To be looked at, not to be quick.
    pub learning: bool,
    /// Whether to alternate between focused mode (many restarts, variables by their last bump) and stable mode (few
    /// restarts, variables by activity, no following of the newest). Without it all is focused.
    pub modes: bool,
    /// Whether stable mode, in every other run, branches in the exactly-one group with fewest literals left where no
    /// conflict has made a variable important.
    pub first_fail: bool,
    /// Whether decisions follow the longest assignment without conflict ("target phases") rather than the last value.
    pub targets: bool,
    /// Whether a conflict also makes the variables one step behind the learnt clause more important.
    pub bump_reasons: bool,
    /// Whether several literals of one level in a learnt clause give way to the one from which they follow, where all
    /// groups are exactly-one groups or there are none.
    pub shrink: bool,
    /// Whether learnt clauses are made shorter by propagation.
    pub vivify: bool,
    /// Whether a short local search improves the values that variables are first given, after 1,000 conflicts and then
    /// more and more rarely.
    pub walk: bool,
    /// How many conflicts go by before clauses are worked on between restarts (`vivify`), and about how many
    /// from one such work to the next.
    pub inprocess_from: u64,
    /// Whether to look, at the first query, for at-most-one groups written out in pairs among the clauses given until
    /// then. For plain formulas, from a DIMACS file say; who gives a group as a group needs it not, and ends it.
    pub recognise_groups: bool,
}

impl CdclOptions {
    /// The default settings.
    pub const fn new() -> CdclOptions {
        CdclOptions {
            seed: 0,
            phase: true,
            decay: 0.95,
            restarts: true,
            learning: true,
            modes: true,
            first_fail: true,
            targets: true,
            bump_reasons: true,
            shrink: true,
            vivify: true,
            walk: true,
            inprocess_from: 2_000,
            recognise_groups: false,
        }
    }

    /// With this seed.
    pub const fn seed(self, seed: u64) -> CdclOptions {
        CdclOptions { seed, ..self }
    }

    /// With this first value for every variable.
    pub const fn phase(self, phase: bool) -> CdclOptions {
        CdclOptions { phase, ..self }
    }

    /// With or without looking for groups among plain clauses.
    ///
    /// ```
    /// use exactone_sat::{Cdcl, CdclOptions, ClauseSink, Cnf, Lit, Solver};
    /// let mut solver = Cdcl::with_options(CdclOptions::new().recognise_groups(true));
    /// let mut cnf = Cnf::new();
    /// cnf.exactly_one(&[1, 2, 3, 4, 5].map(Lit::from));
    /// cnf.pour(&mut solver);
    /// assert_eq!(solver.clause_count(), 11);
    /// assert!(solver.solve_under(&[2, 4].map(Lit::from)).is_unsat());
    /// ```
    pub const fn recognise_groups(self, recognise_groups: bool) -> CdclOptions {
        CdclOptions { recognise_groups, ..self }
    }

    /// With or without stable mode.
    pub const fn modes(self, modes: bool) -> CdclOptions {
        CdclOptions { modes, ..self }
    }

    /// With or without branching in the smallest group.
    ///
    /// ```
    /// use exactone_sat::{Cdcl, CdclOptions, ClauseSink, Lit, Solver};
    /// let mut solver = Cdcl::with_options(CdclOptions::new().first_fail(false));
    /// solver.exactly_one(&[1, 2, 3].map(Lit::from));
    /// assert!(solver.solve().is_sat());
    /// ```
    pub const fn first_fail(self, first_fail: bool) -> CdclOptions {
        CdclOptions { first_fail, ..self }
    }

    /// With or without target phases.
    pub const fn targets(self, targets: bool) -> CdclOptions {
        CdclOptions { targets, ..self }
    }

    /// With or without bumping the reasons of what is learnt.
    pub const fn bump_reasons(self, bump_reasons: bool) -> CdclOptions {
        CdclOptions { bump_reasons, ..self }
    }

    /// With or without shrinking learnt clauses.
    ///
    /// ```
    /// use exactone_sat::{Cdcl, CdclOptions, ClauseSink, Lit, Solver};
    /// let mut solver = Cdcl::with_options(CdclOptions::new().shrink(false));
    /// solver.exactly_one(&[1, 2, 3].map(Lit::from));
    /// assert!(solver.solve().is_sat());
    /// ```
    pub const fn shrink(self, shrink: bool) -> CdclOptions {
        CdclOptions { shrink, ..self }
    }

    /// With or without shortening learnt clauses.
    pub const fn vivify(self, vivify: bool) -> CdclOptions {
        CdclOptions { vivify, ..self }
    }

    /// With or without local search for first values.
    ///
    /// ```
    /// use exactone_sat::{Cdcl, CdclOptions, ClauseSink, Lit, Solver};
    /// let mut solver = Cdcl::with_options(CdclOptions::new().walk(false));
    /// solver.exactly_one(&[1, 2, 3].map(Lit::from));
    /// assert!(solver.solve().is_sat());
    /// ```
    pub const fn walk(self, walk: bool) -> CdclOptions {
        CdclOptions { walk, ..self }
    }

    /// With work on the clauses after so many conflicts.
    ///
    /// ```
    /// use exactone_sat::{Cdcl, CdclOptions, ClauseSink, Lit, Solver};
    /// let mut solver = Cdcl::with_options(CdclOptions::new().inprocess_from(1));
    /// solver.exactly_one(&[1, 2, 3].map(Lit::from));
    /// assert!(solver.solve().is_sat());
    /// ```
    pub const fn inprocess_from(self, conflicts: u64) -> CdclOptions {
        CdclOptions { inprocess_from: conflicts, ..self }
    }

    /// With or without restarts.
    pub const fn restarts(self, restarts: bool) -> CdclOptions {
        CdclOptions { restarts, ..self }
    }

    /// With or without keeping what conflicts teach.
    ///
    /// ```
    /// use exactone_sat::{Cdcl, CdclOptions, ClauseSink, Lit, Solver};
    /// let mut solver = Cdcl::with_options(CdclOptions::new().learning(false));
    /// for hole in [1, 2] {
    ///     solver.at_most_one(&[hole, hole + 2, hole + 4].map(Lit::from));
    /// }
    /// for pigeon in [1, 3, 5] {
    ///     solver.add_clause(&[pigeon, pigeon + 1].map(Lit::from));
    /// }
    /// assert!(solver.solve().is_unsat());
    /// assert_eq!(solver.stats().restarts, 0);
    /// ```
    pub const fn learning(self, learning: bool) -> CdclOptions {
        CdclOptions { learning, ..self }
    }
}

impl Default for CdclOptions {
    fn default() -> CdclOptions {
        CdclOptions::new()
    }
}
