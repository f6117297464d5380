//! Proofs of both engines before both checkers: every "no" is believed only with one, and damaged ones are refused.

mod truth_table;

use exactone_sat::check::{DratChecker, LratChecker, ProofErrorKind};
use exactone_sat::proof::{DratForm, DratWriter, LratWriter};
use exactone_sat::{
    Cdcl, ClauseCounter, ClauseSink, Cnf, Dpll, Lit, Outcome, Rearrange, Solver, Var, clauses,
    exactly_one_each, literals,
};
use truth_table::Random;

/// What pours a formula into a sink, its groups whole.
type Pour<'a> = &'a dyn Fn(&mut dyn ClauseSink);

fn pairwise(pour: Pour<'_>) -> Cnf {
    let mut cnf = Cnf::new();
    pour(&mut cnf);
    cnf
}

fn size(pour: Pour<'_>) -> u64 {
    let mut size = ClauseCounter::new();
    pour(&mut size);
    size.clauses()
}

/// The outcome with the three proofs of one engine: LRAT, DRAT as text, DRAT in binary.
fn prove(pour: Pour<'_>, assumptions: &[Lit], cdcl: bool) -> (Outcome, [Vec<u8>; 3]) {
    macro_rules! run {
        ($engine:ident, $writer:expr) => {{
            let mut solver = $engine::with_observer($writer);
            pour(&mut solver);
            let outcome = solver.solve_under(assumptions);
            (outcome, solver.into_observer().finish().expect("memory takes everything"))
        }};
    }
    macro_rules! all {
        ($engine:ident) => {{
            let (outcome, lrat) = run!($engine, LratWriter::new(Vec::new(), size(pour)));
            let (second, text) = run!($engine, DratWriter::new(Vec::new(), DratForm::Text));
            let (third, binary) = run!($engine, DratWriter::new(Vec::new(), DratForm::Binary));
            assert_eq!((&second, &third), (&outcome, &outcome), "writing a proof changes nothing");
            (outcome, [lrat, text, binary])
        }};
    }
    if cdcl { all!(Cdcl) } else { all!(Dpll) }
}

fn check_lrat(cnf: &Cnf, proof: &[u8], assumptions: &[Lit]) -> Result<(), exactone_sat::check::ProofError> {
    let mut checker = LratChecker::new();
    cnf.pour(&mut checker);
    checker.assume(assumptions);
    checker.check(proof).map(drop)
}

fn check_drat(
    cnf: &Cnf,
    proof: &[u8],
    assumptions: &[Lit],
) -> Result<Vec<u8>, exactone_sat::check::ProofError> {
    let mut checker = DratChecker::new();
    cnf.pour(&mut checker);
    checker.assume(assumptions);
    let mut lrat = Vec::new();
    checker.check_to_lrat(proof, &mut lrat).map(|_| lrat)
}

/// All proofs of an unsatisfiable formula are accepted, and what the DRAT checker makes of them too.
fn accept(pour: Pour<'_>, assumptions: &[Lit], cdcl: bool) -> bool {
    let cnf = pairwise(pour);
    let (outcome, [lrat, text, binary]) = prove(pour, assumptions, cdcl);
    let Outcome::Unsat(core) = outcome else { return false };
    let about = || format!("cdcl: {cdcl}, {cnf} under {:?}", core.lits());
    let shown = || String::from_utf8_lossy(&lrat).into_owned();
    check_lrat(&cnf, &lrat, core.lits()).unwrap_or_else(|error| panic!("{error}\n{}\n{}", about(), shown()));
    for drat in [&text, &binary] {
        let again = check_drat(&cnf, drat, core.lits())
            .unwrap_or_else(|error| panic!("{error}\n{}\n{}", about(), String::from_utf8_lossy(&text)));
        check_lrat(&cnf, &again, core.lits()).unwrap_or_else(|error| panic!("{error}\n{}", about()));
    }
    true
}

#[test]
fn every_no_on_random_formulas_has_its_proof() {
    let mut refuted = [0, 0];
    for seed in 0..1500 {
        let mut random = Random(seed);
        let vars = 2 + random.below(8);
        let mut parts = Vec::new();
        for _ in 0..3 * vars {
            let group = random.below(6) == 0;
            let len = 1 + random.below(5);
            parts.push((group, if group { random.lits(vars, len) } else { random.clause(vars) }));
        }
        let pour = |sink: &mut dyn ClauseSink| {
            for (group, lits) in &parts {
                if *group { sink.at_most_one(lits) } else { sink.add_clause(lits) }
            }
        };
        let len = random.below(4);
        let assumptions = if random.below(2) == 0 { Vec::new() } else { random.lits(vars, len) };
        for cdcl in [false, true] {
            refuted[usize::from(cdcl)] += u32::from(accept(&pour, &assumptions, cdcl));
        }
    }
    assert_eq!(refuted[0], refuted[1]);
    assert!(refuted[0] > 500, "{refuted:?} proofs only");
}

/// n + 1 pigeons in n holes, the holes as native groups.
fn pigeons(sink: &mut dyn ClauseSink, holes: usize) {
    let x = literals(sink, (holes + 1, holes));
    for pigeon in x.rows() {
        sink.add_clause(&pigeon.to_vec());
    }
    for hole in x.columns() {
        sink.at_most_one(&hole.to_vec());
    }
}

#[test]
fn pigeons_and_a_second_solution_of_a_9x9() {
    assert!(accept(&|sink| pigeons(sink, 4), &[], false));
    assert!(accept(&|sink| pigeons(sink, 6), &[], true));

    let puzzle = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    let encode = |sink: &mut dyn ClauseSink| {
        let x = literals(sink, (9, 9, 9));
        let boxes = x.reshaped((3, 3, 3, 3, 9)).swapped(1, 2).reshaped((9, 9, 9)).swapped(1, 2);
        for house in [x.clone(), x.swapped(1, 2), x.swapped(0, 2), boxes] {
            exactly_one_each(sink, &house);
        }
    };
    let clues: Vec<Lit> = (0..81)
        .zip(puzzle.bytes())
        .filter(|(_, digit)| *digit != b'0')
        .map(|(cell, digit)| Var::from_index(cell * 9 + usize::from(digit - b'1')).positive())
        .collect();
    let mut solver = Cdcl::new();
    encode(&mut solver);
    let model = solver.solve_under(&clues).into_model().expect("the puzzle has a solution");
    let another = model.blocking_clause(Var::range(1..=729));
    let unique = |sink: &mut dyn ClauseSink| {
        encode(sink);
        sink.add_clause(&another);
    };
    assert!(accept(&unique, &clues, true), "there is a second solution");
}

#[test]
fn the_proof_with_the_assumptions_as_clauses_ends_in_the_empty_clause() {
    let formula = clauses![[-1, 2], [-2, 3, -4], [-3, -5], [-3, 5, -1]];
    let assumptions = [6, 4, 1].map(Lit::from);
    let mut solver = Cdcl::with_observer(LratWriter::with_assumptions(Vec::new(), 4, &assumptions));
    formula.pour(&mut solver);
    let outcome = solver.solve_under(&assumptions);
    let core = outcome.core().expect("1 and 4 contradict each other");
    solver.observer_mut().conclude(core);
    let proof = solver.into_observer().finish().expect("memory takes everything");
    let mut with_units = formula.clone();
    with_units.extend(assumptions.map(|lit| [lit]));
    check_lrat(&with_units, &proof, &[]).unwrap();
    assert!(check_lrat(&with_units, &proof[..proof.len() - 12], &[]).is_err(), "cut off");
}

#[test]
fn a_temporary_clause_leaves_no_trace_in_a_proof() {
    for seed in 0..300 {
        let mut random = Random(seed);
        let mut cnf = Cnf::new();
        for _ in 0..14 {
            cnf.add_clause(&random.clause(5));
        }
        let mut dpll = Dpll::with_observer(LratWriter::new(Vec::new(), 14));
        let mut cdcl = Cdcl::with_observer(LratWriter::new(Vec::new(), 14));
        let mut drat = Dpll::with_observer(DratWriter::new(Vec::new(), DratForm::Text));
        let solvers: [&mut dyn Solver; 3] = [&mut dpll, &mut cdcl, &mut drat];
        let constraint = random.clause(5);
        let mut unsat = 0;
        for solver in solvers {
            cnf.pour(solver);
            let _ = solver.solve_query(&exactone_sat::Query::new().constraint(&constraint));
            unsat += u32::from(solver.solve().is_unsat());
        }
        assert!(unsat == 0 || unsat == 3);
        if unsat > 0 {
            check_lrat(&cnf, &dpll.into_observer().finish().unwrap(), &[]).unwrap();
            check_lrat(&cnf, &cdcl.into_observer().finish().unwrap(), &[]).unwrap();
            check_drat(&cnf, &drat.into_observer().finish().unwrap(), &[]).unwrap();
        }
    }
}

/// Damage of each kind. A damaged proof may by luck still be one; so none is refused wrongly and each kind is refused
/// often, and the proof of one formula proves nothing about a satisfiable one.
#[test]
fn the_number_of_clauses_may_be_told_when_the_formula_ends() {
    let mut random = Random(8);
    let (mut early, mut refuted) = (0, 0);
    for _ in 0..600 {
        let vars = 3 + random.below(6);
        let mut cnf = Cnf::new();
        for _ in 0..4 * vars {
            // Units among them: what comes later is shortened, which is a step of the proof.
            let clause: Vec<Lit> = (0..=random.below(3)).map(|_| random.lit(vars)).collect();
            cnf.add_clause(&clause);
        }
        let pour: Pour<'_> = &|sink| cnf.pour(sink);
        let (outcome, [told_before, ..]) = prove(pour, &[], true);
        let mut solver = Cdcl::with_observer(LratWriter::uncounted(Vec::new()));
        pour(&mut solver);
        let clauses = solver.clause_count();
        assert_eq!(solver.observer().steps(), 0);
        solver.observer_mut().formula_ends(clauses);
        early += solver.observer().steps();
        assert_eq!(solver.solve(), outcome);
        let told_after = solver.into_observer().finish().expect("memory takes everything");
        if outcome.is_unsat() {
            refuted += 1;
            check_lrat(&cnf, &told_after, &[]).unwrap();
            // Only deletions may stand in another place.
            let steps = |proof: &[u8]| {
                let text = String::from_utf8_lossy(proof).into_owned();
                text.lines().filter(|line| !line.contains(" d ")).map(str::to_owned).collect::<Vec<_>>()
            };
            assert_eq!(steps(&told_after), steps(&told_before));
        }
    }
    assert!(early > 300 && refuted > 200, "{early} {refuted}");
    let mut solver = Cdcl::with_observer(LratWriter::uncounted(Vec::new()));
    clauses![[1], [-1]].pour(&mut solver);
    assert!(solver.solve().is_unsat());
    let error = solver.into_observer().finish().unwrap_err();
    assert!(error.to_string().contains("how many clauses"), "{error}");
}

#[test]
fn units_that_no_clause_needs_are_not_derived() {
    // A chain of a thousand units, of which the refutation, all of it at level 0, needs none as a clause of its own.
    let mut cnf = Cnf::new();
    for number in 1..1000 {
        cnf.add_clause(&[-number, number + 1].map(Lit::from));
    }
    cnf.add_clause(&[-999, -1000].map(Lit::from));
    cnf.add_clause(&[Lit::from(1)]); // last, because what is known shortens clauses on their way in
    let (outcome, [lrat, ..]) = prove(&|sink| cnf.pour(sink), &[], true);
    assert!(outcome.is_unsat());
    check_lrat(&cnf, &lrat, &[]).unwrap();
    assert_eq!(lrat.iter().filter(|&&byte| byte == b'\n').count(), 1);
}

#[test]
fn damaged_proofs_are_refused_with_their_step() {
    let pour = |sink: &mut dyn ClauseSink| pigeons(sink, 5);
    let cnf = pairwise(&pour);
    let (_, [lrat, drat, _]) = prove(&pour, &[], true);
    let mut satisfiable = cnf.clone();
    satisfiable.truncate(cnf.len() - 1);
    satisfiable.add_clause(&[1, -1].map(Lit::from)); // keeps the numbers
    for (proof, is_lrat) in [(&lrat, true), (&drat, false)] {
        let verdict = |cnf: &Cnf, proof: &str| {
            let result = if is_lrat {
                check_lrat(cnf, proof.as_bytes(), &[])
            } else {
                check_drat(cnf, proof.as_bytes(), &[]).map(drop)
            };
            result.map_err(|error| match error.kind {
                ProofErrorKind::DoesNotFollow { .. } => assert!(error.step > 0 && error.place > 0, "{error}"),
                ProofErrorKind::NoConclusion { .. } => {}
                _ => panic!("{error}"),
            })
        };
        let text = std::str::from_utf8(proof).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(verdict(&cnf, text).is_ok());
        assert!(verdict(&satisfiable, text).is_err(), "a proof of something else");
        let cut = lines[..lines.len() * 2 / 3].join("\n");
        assert!(verdict(&cnf, &cut).is_err(), "cut off");
        let mut refused = [0; 4];
        let mut random = Random(7);
        for _ in 0..60 {
            let at = random.below(lines.len() as u32 - 2) as usize;
            let words: Vec<&str> = lines[at].split(' ').collect();
            if words.contains(&"d") || words.len() < 5 {
                continue;
            }
            let mut damaged: [Vec<String>; 4] =
                std::array::from_fn(|_| lines.iter().map(|line| line.to_string()).collect());
            let start = usize::from(is_lrat);
            damaged[0][at] = [&words[..start], &words[start + 1..]].concat().join(" "); // a literal dropped
            damaged[1].remove(at);
            let next = at + 1 + random.below((lines.len() - at - 1) as u32) as usize;
            damaged[2].swap(at, next);
            let hint = words.len() - 2;
            let other = (1 + random.below(cnf.len() as u32)).to_string();
            damaged[3][at] = [&words[..hint], &[&other], &words[hint + 1..]].concat().join(" "); // a wrong hint or literal
            for (count, damaged) in refused.iter_mut().zip(&damaged) {
                *count += u32::from(verdict(&cnf, &damaged.join("\n")).is_err());
                assert!(verdict(&satisfiable, &damaged.join("\n")).is_err());
            }
        }
        assert!(refused.iter().all(|&count| count > 0), "{refused:?} (lrat: {is_lrat})");
    }
}

/// In a proof of which every step is needed each damage is found, at the step that it breaks.
#[test]
fn each_damage_of_a_trimmed_proof_is_named_by_its_step() {
    let pour = |sink: &mut dyn ClauseSink| pigeons(sink, 4);
    let cnf = pairwise(&pour);
    let (_, [_, drat, _]) = prove(&pour, &[], true);
    let trimmed = String::from_utf8(check_drat(&cnf, &drat, &[]).unwrap()).unwrap();
    let is_deletion = |line: &&str| line.split(' ').nth(1) == Some("d");
    let lines: Vec<&str> = trimmed.lines().filter(|line| !is_deletion(line)).collect();
    let step_of =
        |lines: &[&str]| check_lrat(&cnf, lines.join("\n").as_bytes(), &[]).err().map(|error| error.step);
    assert_eq!(step_of(&lines), None);
    assert!(lines.len() > 5, "{trimmed}");
    let mut dropped = 0;
    for at in 0..lines.len() - 1 {
        let words: Vec<&str> = lines[at].split(' ').collect();
        // Deleted: missed by the first step that rests on it.
        let user =
            lines[at + 1..].iter().position(|line| line.split(' ').skip(1).any(|word| word == words[0]));
        let user = at + 1 + user.expect("every step is needed");
        assert_eq!(step_of(&[&lines[..at], &lines[at + 1..]].concat()), Some(user as u64), "{trimmed}");
        // Swapped with the next one, whose number is then too large for this.
        let mut swapped = lines.clone();
        swapped.swap(at, at + 1);
        assert!(step_of(&swapped).is_some_and(|step| step as usize - 1 == at || step as usize - 2 == at));
        // A hint that is no clause, and one that is another clause.
        let end = words.iter().position(|word| *word == "0").expect("literals end with 0");
        for wrong in ["1000000", "1"] {
            let mut other = words.clone();
            if std::mem::replace(&mut other[end + 1], wrong) == wrong {
                continue;
            }
            let line = other.join(" ");
            let mut damaged = lines.clone();
            damaged[at] = &line;
            let step = step_of(&damaged);
            assert!(step.is_none_or(|step| step == at as u64 + 1) && (step.is_some() || wrong == "1"));
        }
        // A literal dropped: what is left is stronger, and seldom follows.
        for literal in 1..end {
            let line = [&words[..literal], &words[literal + 1..]].concat().join(" ");
            let mut damaged = lines.clone();
            damaged[at] = &line;
            dropped += u32::from(step_of(&damaged) == Some(at as u64 + 1));
        }
    }
    assert!(dropped > 10, "{dropped}");
    // Cut off anywhere.
    let text = lines.join("\n");
    for end in 0..text.len() {
        assert!(check_lrat(&cnf, &text.as_bytes()[..end], &[]).is_err(), "cut at {end}");
    }
    // Of another formula.
    let smaller = pairwise(&|sink: &mut dyn ClauseSink| pigeons(sink, 3));
    assert!(check_lrat(&smaller, text.as_bytes(), &[]).is_err());
}

/// Bytes changed at random, as the fuzz target `proof` does without end: no checker panics, none accepts a proof for a
/// satisfiable formula, and what the DRAT checker makes of a proof it accepts is accepted by the LRAT checker.
#[test]
fn mutilated_proofs_prove_nothing_false() {
    let pour = |sink: &mut dyn ClauseSink| pigeons(sink, 3);
    let cnf = pairwise(&pour);
    let mut satisfiable = cnf.clone();
    satisfiable.truncate(cnf.len() - 1);
    satisfiable.add_clause(&[1, -1].map(Lit::from));
    let (_, proofs) = prove(&pour, &[], true);
    let mut random = Random(5);
    let mut accepted = [0; 2];
    for round in 0..1500 {
        let mut proof = proofs[round % 3].clone();
        for _ in 0..=random.below(3) {
            let at = random.below(proof.len().max(1) as u32) as usize;
            if at >= proof.len() {
                break; // nothing is left of it
            }
            match random.below(4) {
                0 => proof[at] ^= 1 << random.below(4),
                1 => drop(proof.remove(at)),
                2 => proof.insert(at, b"0123456789 -d\na\x02\x03"[random.below(17) as usize]),
                _ => proof.truncate(at.max(1)),
            }
        }
        // Numbers of many digits would only test tables of that size.
        if proof.split(|byte| !byte.is_ascii_digit()).any(|number| number.len() > 5) {
            continue;
        }
        accepted[0] += u32::from(check_lrat(&cnf, &proof, &[]).is_ok());
        if let Ok(lrat) = check_drat(&cnf, &proof, &[]) {
            accepted[1] += 1;
            check_lrat(&cnf, &lrat, &[]).unwrap();
        }
        assert!(
            check_lrat(&satisfiable, &proof, &[]).is_err() && check_drat(&satisfiable, &proof, &[]).is_err()
        );
    }
    assert!(accepted.iter().all(|&count| count > 0), "{accepted:?}");
}
