//! Clauses and groups as the counter searches them, and unit propagation on them.
//!
//! Fixed once built: binary clauses in the lists of their literals, groups and long clauses in one buffer each.

use std::collections::HashSet;

use crate::cdcl::recognise;
use crate::cnf::Cnf;
use crate::lit::{Lit, Var};
use crate::solver::Query;

/// A flat list of lists.
pub(super) struct Table<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Table<T> {
    const fn empty() -> Table<T> {
        Table { starts: Vec::new(), items: Vec::new() }
    }

    fn new(rows: usize, pairs: impl Iterator<Item = (usize, T)> + Clone) -> Table<T> {
        let mut starts = vec![0u32; rows + 1];
        for (row, _) in pairs.clone() {
            starts[row + 1] += 1;
        }
        for row in 0..rows {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let mut items: Vec<Option<T>> = vec![None; starts[rows] as usize];
        for (row, item) in pairs {
            items[next[row] as usize] = Some(item);
            next[row] += 1;
        }
        Table { starts, items: items.into_iter().flatten().collect() }
    }

    pub(super) fn row(&self, row: usize) -> &[T] {
        &self.items[self.starts[row] as usize..self.starts[row + 1] as usize]
    }
}

pub(super) struct Formula {
    vars: usize,
    /// For each literal the other literal of each binary clause it stands in.
    binaries: Table<Lit>,
    binary_clauses: Vec<[Lit; 2]>,
    clauses: Cnf,
    groups: Cnf,
    /// For each variable the long clauses it occurs in.
    clauses_of: Table<u32>,
    /// For each literal the groups it is in.
    groups_of: Table<u32>,
    /// For each variable the groups it is in, except those whose literals are also a clause: while such a group is
    /// open so is its clause, which connects the same variables.
    lone_groups_of: Table<u32>,
    /// For each long clause whether each two of its literals exclude each other.
    exclusive: Vec<bool>,
    /// For each literal the long clauses that watch it.
    watches: Vec<Vec<u32>>,
    /// The two watched literals of each long clause.
    watched: Vec<[Lit; 2]>,
    units: Vec<Lit>,
    contradictory: bool,
    /// Above 0 for true literals, below for false ones, by `Lit::index`.
    values: Vec<i8>,
    trail: Vec<Lit>,
    head: usize,
    /// How often a variable stood in a clause that became false, lately.
    conflicts: Vec<u32>,
}

impl Formula {
    pub(super) fn new(vars: u32) -> Formula {
        Formula {
            vars: vars as usize,
            binaries: Table::empty(),
            binary_clauses: Vec::new(),
            clauses: Cnf::new(),
            groups: Cnf::new(),
            clauses_of: Table::empty(),
            groups_of: Table::empty(),
            lone_groups_of: Table::empty(),
            exclusive: Vec::new(),
            watches: Vec::new(),
            watched: Vec::new(),
            units: Vec::new(),
            contradictory: false,
            values: Vec::new(),
            trail: Vec::new(),
            head: 0,
            conflicts: Vec::new(),
        }
    }

    /// Takes all clauses and groups, with what a query adds to them. To be called once.
    pub(super) fn add(&mut self, clauses: &Cnf, groups: &Cnf, query: &Query<'_>) {
        for clause in clauses {
            self.add_clause(clause);
        }
        for group in groups {
            self.add_group(group);
        }
        if let Some(constraint) = query.constraint {
            self.add_clause(constraint);
        }
        for &assumption in query.assumptions {
            self.add_clause(&[assumption]);
        }
        self.index();
    }

    /// Adds literals that are known to follow.
    pub(super) fn force(&mut self, lits: &[Lit]) {
        self.units.extend_from_slice(lits);
    }

    /// There is known to be no model.
    pub(super) fn contradict(&mut self) {
        self.contradictory = true;
    }

    fn see(&mut self, lits: &[Lit]) {
        for lit in lits {
            self.vars = self.vars.max(lit.var().index() + 1);
        }
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.see(clause);
        let mut lits = clause.to_vec();
        lits.sort();
        lits.dedup();
        if lits.windows(2).any(|pair| pair[0] == !pair[1]) {
            return;
        }
        match lits[..] {
            [] => self.contradictory = true,
            [unit] => self.units.push(unit),
            [a, b] => self.binary_clauses.push([a, b]),
            _ => crate::sink::ClauseSink::add_clause(&mut self.clauses, &lits),
        }
    }

    fn add_group(&mut self, lits: &[Lit]) {
        self.see(lits);
        let mut vars: Vec<Var> = lits.iter().map(|lit| lit.var()).collect();
        vars.sort();
        let plain = vars.windows(2).all(|pair| pair[0] != pair[1]);
        if lits.len() > 2 && plain {
            crate::sink::ClauseSink::add_clause(&mut self.groups, lits);
            return;
        }
        // A variable that stands twice: the pairs mean what the group means.
        for (position, &a) in lits.iter().enumerate() {
            for &b in &lits[position + 1..] {
                self.add_clause(&[!a, !b]);
            }
        }
    }

    /// Binary clauses that together say "at most one of these" become a group.
    fn recognise(&mut self) {
        let mut pairs = Cnf::new();
        crate::sink::ClauseSink::ensure_vars(&mut pairs, self.vars as u32);
        self.binary_clauses.iter().for_each(|pair| crate::sink::ClauseSink::add_clause(&mut pairs, pair));
        let Some(found) = recognise::find(&pairs, &|| false) else { return };
        found.groups.iter().for_each(|group| crate::sink::ClauseSink::add_clause(&mut self.groups, group));
        let mut covered = found.covered.iter();
        self.binary_clauses.retain(|_| !covered.next().is_some_and(|&covered| covered));
    }

    /// Whether each two literals of the clause stand in a group or are not both true by a binary clause.
    fn excludes_itself(&self, clause: &[Lit]) -> bool {
        clause.iter().enumerate().all(|(place, &a)| {
            clause[..place].iter().all(|&b| {
                let groups = self.groups_of(b);
                self.groups_of(a).iter().any(|group| groups.binary_search(group).is_ok())
                    || self.partners(!a).binary_search(&!b).is_ok()
            })
        })
    }

    fn index(&mut self) {
        self.binary_clauses.sort();
        self.binary_clauses.dedup();
        self.recognise();
        let lists = 2 * self.vars;
        let both = self.binary_clauses.iter().flat_map(|&[a, b]| [(a.index(), b), (b.index(), a)]);
        self.binaries = Table::new(lists, both);
        let numbered = |cnf: &Cnf| -> Vec<(Lit, u32)> {
            cnf.iter()
                .enumerate()
                .flat_map(|(id, lits)| lits.iter().map(move |&lit| (lit, id as u32)))
                .collect()
        };
        let occurrences = numbered(&self.clauses);
        self.clauses_of = Table::new(self.vars, occurrences.iter().map(|&(lit, id)| (lit.var().index(), id)));
        let members = numbered(&self.groups);
        self.groups_of = Table::new(lists, members.iter().map(|&(lit, id)| (lit.index(), id)));
        let clauses: HashSet<&[Lit]> = self.clauses.iter().collect();
        let lone: Vec<bool> = self
            .groups
            .iter()
            .map(|lits| {
                let mut lits = lits.to_vec();
                lits.sort();
                !clauses.contains(&lits[..])
            })
            .collect();
        let alone = members.iter().filter(|(_, id)| lone[*id as usize]);
        self.lone_groups_of = Table::new(self.vars, alone.map(|&(lit, id)| (lit.var().index(), id)));
        self.exclusive = self.clauses.iter().map(|clause| self.excludes_itself(clause)).collect();
        self.watches = vec![Vec::new(); lists];
        self.watched = self.clauses.iter().map(|lits| [lits[0], lits[1]]).collect();
        for (id, watched) in self.watched.iter().enumerate() {
            for lit in watched {
                self.watches[lit.index()].push(id as u32);
            }
        }
        self.values = vec![0; lists];
        self.conflicts = vec![0; self.vars];
    }

    pub(super) fn var_count(&self) -> usize {
        self.vars
    }

    pub(super) fn clause_count(&self) -> usize {
        self.watched.len()
    }

    pub(super) fn group_count(&self) -> usize {
        self.groups.len()
    }

    pub(super) fn clause(&self, id: u32) -> &[Lit] {
        &self.clauses[id as usize]
    }

    /// Whether each two literals of a long clause exclude each other, so that with it exactly one of them is true.
    pub(super) fn is_exclusive(&self, id: u32) -> bool {
        self.exclusive[id as usize]
    }

    pub(super) fn group(&self, id: u32) -> &[Lit] {
        &self.groups[id as usize]
    }

    /// The other literals of the binary clauses in which a literal stands.
    pub(super) fn partners(&self, lit: Lit) -> &[Lit] {
        self.binaries.row(lit.index())
    }

    pub(super) fn clauses_of(&self, var: Var) -> &[u32] {
        self.clauses_of.row(var.index())
    }

    pub(super) fn groups_of(&self, lit: Lit) -> &[u32] {
        self.groups_of.row(lit.index())
    }

    pub(super) fn lone_groups_of(&self, var: Var) -> &[u32] {
        self.lone_groups_of.row(var.index())
    }

    /// How often a variable stood in a long or binary clause that became false; halved by [`Self::fade`].
    pub(super) fn conflicts_of(&self, var: Var) -> u32 {
        self.conflicts[var.index()]
    }

    /// Halves the weight of conflicts so far.
    pub(super) fn fade(&mut self) {
        self.conflicts.iter_mut().for_each(|number| *number /= 2);
    }

    #[inline]
    pub(super) fn value(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    pub(super) fn is_open(&self, var: Var) -> bool {
        self.value(var.positive()) == 0
    }

    /// Whether no literal of a long clause is true. (Between two propagations some are open then.)
    #[inline]
    pub(super) fn is_open_clause(&self, id: u32) -> bool {
        self.clause(id).iter().all(|&lit| self.value(lit) <= 0)
    }

    pub(super) fn trail_len(&self) -> usize {
        self.trail.len()
    }

    /// Sets the unit clauses and what follows. False at a contradiction.
    pub(super) fn begin(&mut self) -> bool {
        if self.contradictory {
            return false;
        }
        let units = std::mem::take(&mut self.units);
        units.into_iter().all(|unit| self.assign(unit)) && self.propagate()
    }

    /// Sets an open literal and what follows. False at a contradiction; the trail must then be taken back.
    pub(super) fn decide(&mut self, lit: Lit) -> bool {
        self.assign(lit) && self.propagate()
    }

    #[inline]
    fn assign(&mut self, lit: Lit) -> bool {
        let value = self.values[lit.index()];
        if value == 0 {
            self.values[lit.index()] = 1;
            self.values[(!lit).index()] = -1;
            self.trail.push(lit);
        }
        value >= 0
    }

    fn propagate(&mut self) -> bool {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            if !(self.propagate_short(lit) && self.propagate_clauses(!lit)) {
                return false;
            }
        }
        true
    }

    /// Binary clauses in which the negation stands, groups in which the literal does.
    fn propagate_short(&mut self, lit: Lit) -> bool {
        let row = (!lit).index();
        for at in self.binaries.starts[row]..self.binaries.starts[row + 1] {
            let other = self.binaries.items[at as usize];
            if !self.assign(other) {
                self.conflicts[lit.var().index()] += 1;
                self.conflicts[other.var().index()] += 1;
                return false;
            }
        }
        let row = lit.index();
        for at in self.groups_of.starts[row]..self.groups_of.starts[row + 1] {
            let group = self.groups_of.items[at as usize];
            for place in 0..self.groups[group as usize].len() {
                let other = self.groups[group as usize][place];
                if other != lit && !self.assign(!other) {
                    return false;
                }
            }
        }
        true
    }

    fn propagate_clauses(&mut self, false_lit: Lit) -> bool {
        let mut list = std::mem::take(&mut self.watches[false_lit.index()]);
        let mut kept = 0;
        let mut consistent = true;
        let mut at = 0;
        while at < list.len() {
            let id = list[at] as usize;
            at += 1;
            let [a, b] = self.watched[id];
            let other = if a == false_lit { b } else { a };
            if self.value(other) <= 0 {
                let next = self.clauses[id].iter().find(|&&lit| lit != other && self.value(lit) >= 0);
                if let Some(&next) = next {
                    self.watched[id] = [other, next];
                    self.watches[next.index()].push(id as u32);
                    continue;
                }
                list[kept] = id as u32;
                kept += 1;
                if !self.assign(other) {
                    for lit in &self.clauses[id] {
                        self.conflicts[lit.var().index()] += 1;
                    }
                    consistent = false;
                    break;
                }
            } else {
                list[kept] = id as u32;
                kept += 1;
            }
        }
        list.copy_within(at.., kept);
        list.truncate(list.len() - (at - kept));
        self.watches[false_lit.index()] = list;
        consistent
    }

    pub(super) fn take_back(&mut self, len: usize) {
        for lit in self.trail.drain(len..) {
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
        }
        self.head = self.head.min(len);
    }
}
