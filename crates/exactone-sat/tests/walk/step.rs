//! What a walk is made of.

use exactone_sat::{Lit, Var};

use crate::truth_table::Random;

/// One call, or one round of calls, on everything that is under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Clause(Vec<Lit>),
    AtMostOne(Vec<Lit>),
    ExactlyOne(Vec<Lit>),
    /// Variables that no clause need name.
    Vars(u32),
    /// A question under assumptions and perhaps a temporary clause.
    Ask(Vec<Lit>, Option<Vec<Lit>>),
    /// The same within so many conflicts: what comes back may be "unknown", but nothing wrong.
    AskBriefly(Vec<Lit>, u64),
    /// A question with the stop flag up already.
    AskStopped,
    /// What is forced under assumptions.
    Forced(Vec<Lit>),
    /// All models as they differ on these variables.
    Models(Vec<Var>, Vec<Lit>),
    /// Their number.
    Count(Vec<Var>, Vec<Lit>),
    /// Where there is no model: LRAT and DRAT of both engines before the checkers.
    Prove(Vec<Lit>),
}

/// The walk of a seed: at most eight variables, up to forty steps.
pub fn random_walk(seed: u64) -> Vec<Step> {
    let mut random = Random(seed.wrapping_mul(0x2545_F491_4F6C_DD1D) ^ 77);
    let vars = 1 + random.below(8);
    let len = 3 + random.below(38);
    (0..len).map(|_| step(&mut random, vars)).collect()
}

fn step(random: &mut Random, vars: u32) -> Step {
    match random.below(100) {
        0..=49 => Step::Clause(random.clause(vars)),
        50..=55 => Step::AtMostOne(group(random, vars)),
        56..=60 => Step::ExactlyOne(group(random, vars)),
        61 => Step::Vars(1 + random.below(vars)),
        62..=75 => {
            let constraint = (random.below(3) == 0).then(|| random.clause(vars));
            Step::Ask(assumptions(random, vars), constraint)
        }
        76..=80 => Step::AskBriefly(assumptions(random, vars), u64::from(random.below(4))),
        81..=82 => Step::AskStopped,
        83..=86 => Step::Forced(assumptions(random, vars)),
        87..=90 => Step::Models(some_vars(random, vars), assumptions(random, vars)),
        91..=94 => Step::Count(some_vars(random, vars), assumptions(random, vars)),
        _ => Step::Prove(assumptions(random, vars)),
    }
}

/// With repetitions and contradictions, seldom empty.
fn group(random: &mut Random, vars: u32) -> Vec<Lit> {
    let len = random.below(6);
    random.lits(vars, len)
}

fn assumptions(random: &mut Random, vars: u32) -> Vec<Lit> {
    let len = if random.below(2) == 0 { 0 } else { random.below(4) };
    random.lits(vars, len)
}

fn some_vars(random: &mut Random, vars: u32) -> Vec<Var> {
    let all = random.below(2) == 0;
    (1..=vars).filter(|_| all || random.below(2) == 0).map(Var::new).collect()
}
