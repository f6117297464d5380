//! `card`: size and time of every cardinality encoding beside rustsat's, and how well our CDCL solves each of them.

mod instances;

use std::hint::black_box;
use std::time::{Duration, Instant};

use exactone_sat::card::{self, AtMostOne, Cardinality};
use exactone_sat::{Budget, Cdcl, ClauseCounter, ClauseSink, Cnf, Lit, Outcome, Query, Solver, Var};
use rustsat::encodings::{am1, card as their_card};
use rustsat::instances::{BasicVarManager, Cnf as TheirCnf, ManageVars};
use rustsat::types;

use crate::Command;
use crate::arguments::Arguments;
use crate::measure::{Contest, show};
use crate::record::Record;
use instances::Instance;

pub const COMMAND: Command =
    Command { name: "card", about: "cardinality encodings: size, time, and how they are solved", run };

/// Conflicts after which an instance is given up.
const CONFLICTS: u64 = 3_000;

fn run(arguments: &Arguments) -> Result<(), String> {
    let rounds = arguments.number("rounds", 7)?;
    let count = arguments.number("limit", 4)?;
    let mut record = Record::new(arguments, "Cardinality encodings: size, time, solving");
    record.say(
        "Size: new variables and clauses. Time: encoding into a formula in memory (`Cnf` of each library), the inputs \
         being there already. Other work ran on this machine at the same time: compare within a table, not across runs.",
    );
    at_most_one(&mut record, rounds)?;
    at_most_k(&mut record, rounds)?;
    solving(&mut record, count);
    record.finish()
}

fn inputs(n: u32) -> Vec<Lit> {
    Var::range(1..=n).map(Lit::from).collect()
}

fn their_inputs(n: u32) -> Vec<types::Lit> {
    (0..n).map(types::Lit::positive).collect()
}

/// An encoder by its name: new variables and clauses of one run.
type Encoder<'a> = (String, Box<dyn Fn() -> (u64, u64) + 'a>);

fn ours<'a>(
    lits: &'a [Lit],
    encode: impl Fn(&mut dyn ClauseSink, &[Lit]) + 'a,
) -> Box<dyn Fn() -> (u64, u64) + 'a> {
    Box::new(move || {
        let mut cnf = Cnf::new();
        encode(&mut cnf, black_box(lits));
        (u64::from(cnf.var_count()) - lits.len() as u64, black_box(&cnf).len() as u64)
    })
}

fn theirs<'a>(
    lits: &'a [types::Lit],
    encode: impl Fn(Vec<types::Lit>, &mut TheirCnf, &mut BasicVarManager) + 'a,
) -> Box<dyn Fn() -> (u64, u64) + 'a> {
    Box::new(move || {
        let n = lits.len() as u32;
        let (mut cnf, mut vars) = (TheirCnf::new(), BasicVarManager::from_next_free(types::Var::new(n)));
        encode(black_box(lits).to_vec(), &mut cnf, &mut vars);
        (u64::from(vars.n_used() - n), black_box(&cnf).len() as u64)
    })
}

fn their_am1<E: am1::Encode + From<Vec<types::Lit>>>(
    lits: &[types::Lit],
) -> Box<dyn Fn() -> (u64, u64) + '_> {
    theirs(lits, |lits, cnf, vars| E::from(lits).encode(cnf, vars).expect("memory for these sizes"))
}

/// Runs a contest of encoders and gives its rows.
fn contest(encoders: Vec<Encoder<'_>>, rounds: usize) -> Result<Vec<Vec<String>>, String> {
    let sizes: Vec<_> = encoders.iter().map(|(_, encode)| encode()).collect();
    let mut contest = Contest::new();
    for (name, encode) in encoders {
        contest.enter(name, move || encode().1);
    }
    let times = contest.run(rounds)?;
    let rows = times.iter().zip(sizes).map(|(times, (vars, clauses))| {
        let (least, most) = times.spread();
        vec![
            times.name.clone(),
            vars.to_string(),
            clauses.to_string(),
            show(times.median()),
            format!("{} .. {}", show(least), show(most)),
        ]
    });
    Ok(rows.collect())
}

const HEAD: [&str; 5] = ["encoding", "new variables", "clauses", "median", "spread"];

fn at_most_one(record: &mut Record, rounds: usize) -> Result<(), String> {
    record.say("## At most one of n");
    for n in [10, 100, 1000, 10_000] {
        let (lits, their_lits) = (inputs(n), their_inputs(n));
        // 50 million clauses are not worth the memory; the counter knows their number.
        let pairs_fit = n < 10_000;
        let mut encoders: Vec<Encoder<'_>> = Vec::new();
        for encoding in AtMostOne::ALL {
            if encoding != AtMostOne::Pairwise || pairs_fit {
                let encode =
                    move |sink: &mut dyn ClauseSink, lits: &[Lit]| card::at_most_one(sink, lits, encoding);
                encoders.push((encoding.to_string(), ours(&lits, encode)));
            }
        }
        if pairs_fit {
            encoders.push(("rustsat Pairwise".into(), their_am1::<am1::Pairwise>(&their_lits)));
        }
        encoders.push(("rustsat Ladder".into(), their_am1::<am1::Ladder>(&their_lits)));
        encoders.push(("rustsat TwoProduct".into(), their_am1::<am1::TwoProduct>(&their_lits)));
        encoders.push(("rustsat Commander (4)".into(), their_am1::<am1::Commander>(&their_lits)));
        encoders.push(("rustsat Bimander (4)".into(), their_am1::<am1::Bimander>(&their_lits)));
        encoders.push(("rustsat Bitwise".into(), their_am1::<am1::Bitwise>(&their_lits)));
        let mut rows = contest(encoders, rounds)?;
        if !pairs_fit {
            let mut size = ClauseCounter::new();
            card::at_most_one(&mut size, &lits, AtMostOne::Pairwise);
            let cells = ["pairwise", "0", &size.clauses().to_string(), "not measured", ""];
            rows.insert(0, cells.map(str::to_owned).to_vec());
        }
        record.say(&format!("n = {n}"));
        record.table(&HEAD, &rows);
    }
    Ok(())
}

fn at_most_k(record: &mut Record, rounds: usize) -> Result<(), String> {
    record.say("## At most k of n");
    for (n, k) in [(10, 1), (10, 5), (100, 10), (100, 50), (1000, 100), (1000, 500)] {
        let (lits, their_lits) = (inputs(n), their_inputs(n));
        let mut encoders: Vec<Encoder<'_>> = Vec::new();
        for encoding in Cardinality::ALL {
            let encode =
                move |sink: &mut dyn ClauseSink, lits: &[Lit]| card::at_most(sink, k, lits, encoding);
            encoders.push((encoding.to_string(), ours(&lits, encode)));
        }
        let totalizer = theirs(&their_lits, move |lits, cnf, vars| {
            let bound = types::constraints::CardConstraint::new_ub(lits, k);
            their_card::encode_cardinality_constraint::<their_card::Totalizer, _>(bound, cnf, vars)
                .expect("memory for these sizes");
        });
        encoders.push(("rustsat Totalizer".into(), totalizer));
        record.say(&format!("k = {k}, n = {n}"));
        record.table(&HEAD, &contest(encoders, rounds.min(5))?);
    }
    Ok(())
}

/// How an instance reaches the solver.
#[derive(Clone, Copy)]
enum Form {
    /// The groups as groups.
    Native,
    /// The clauses of an encoding, pairs written out.
    Clauses(AtMostOne),
}

impl Form {
    fn all() -> impl Iterator<Item = Form> {
        std::iter::once(Form::Native).chain(AtMostOne::ALL.map(Form::Clauses))
    }

    fn name(self) -> String {
        match self {
            Form::Native => "native groups".to_owned(),
            Form::Clauses(encoding) => encoding.to_string(),
        }
    }

    /// Time with loading, conflicts, and whether it was decided.
    fn solve(self, instance: &Instance) -> (Duration, u64, bool) {
        let mut cnf = Cnf::new();
        if let Form::Clauses(encoding) = self {
            instance.pour(&mut cnf, encoding);
        }
        let start = Instant::now();
        let mut solver = Cdcl::new();
        match self {
            Form::Native => instance.pour(&mut solver, AtMostOne::Pairwise),
            Form::Clauses(_) => cnf.pour(&mut solver),
        }
        let outcome = solver.solve_query(&Query::new().budget(Budget::new().conflicts(CONFLICTS)));
        let time = start.elapsed();
        if let Outcome::Sat(model) = &outcome {
            assert!(instance.holds(|lit| model.is_true(lit)), "a model breaks its instance");
        }
        (time, solver.stats().conflicts, !matches!(outcome, Outcome::Unknown(_)))
    }
}

/// Makes the instance of a size and a seed.
type Maker = fn(usize, u64) -> Instance;

fn solving(record: &mut Record, count: usize) {
    record.say(&format!(
        "## Solved by `Cdcl`\n\nEach instance is made of exactly-one groups of about n literals, all said in one encoding. \
         Latin squares: order n, 42 in 100 cells empty. Exact cover: triples over three times q elements, each element \
         in about n of them (q = 40, above n = 20 it is 2n), half of the instances with a solution planted. {count} instances \
         each, given up after {CONFLICTS} conflicts. Time is the sum with loading, formula in memory; the encodings take \
         turns on each instance."
    ));
    let families: [(&str, &[usize], Maker); 2] = [
        ("Latin squares", &[5, 10, 15, 20, 25, 30], instances::latin),
        ("Exact cover", &[6, 8, 10, 15, 20, 40, 60], instances::cover),
    ];
    for (family, sizes, make) in families {
        for &n in sizes {
            let forms: Vec<Form> = Form::all().collect();
            let mut sums = vec![(Duration::ZERO, 0, 0); forms.len()];
            for seed in 0..count as u64 {
                let instance = make(n, seed);
                for place in 0..forms.len() {
                    let turn = (seed as usize + place) % forms.len();
                    let (time, conflicts, decided) = forms[turn].solve(&instance);
                    sums[turn].0 += time;
                    sums[turn].1 += conflicts;
                    sums[turn].2 += usize::from(decided);
                }
            }
            let rows: Vec<Vec<String>> = forms
                .iter()
                .zip(&sums)
                .map(|(form, &(time, conflicts, decided))| {
                    let mut size = ClauseCounter::new();
                    let encoding =
                        if let Form::Clauses(encoding) = form { *encoding } else { AtMostOne::Pairwise };
                    make(n, 0).pour(&mut size, encoding);
                    vec![
                        form.name(),
                        size.vars().to_string(),
                        size.clauses().to_string(),
                        format!("{decided} of {count}"),
                        conflicts.to_string(),
                        show(time),
                    ]
                })
                .collect();
            record.say(&format!("{family}, n = {n}"));
            record.table(&["at most one as", "variables", "clauses", "decided", "conflicts", "time"], &rows);
        }
    }
}
