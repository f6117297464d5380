//! Proofs, DRAT and LRAT: whatever bytes come, no checker panics, none accepts a proof for a satisfiable formula, and
//! what the DRAT checker makes of a proof it accepted is accepted by the LRAT checker.
#![no_main]

use exactone_sat::check::{DratChecker, LratChecker, ProofFormat};
use exactone_sat::{ClauseSink, Cnf, Lit, clauses};
use libfuzzer_sys::fuzz_target;

fn lrat(formula: &Cnf, proof: &[u8]) -> bool {
    let mut checker = LratChecker::new();
    formula.pour(&mut checker);
    checker.check(proof).is_ok()
}

fn drat(formula: &Cnf, proof: &[u8]) -> bool {
    let mut checker = DratChecker::new();
    formula.pour(&mut checker);
    let mut out = Vec::new();
    let accepted = checker.check_to_lrat(proof, &mut out).is_ok();
    assert!(!accepted || lrat(formula, &out), "{}", String::from_utf8_lossy(&out));
    accepted
}

/// Whether any number has so many digits that a table of that many variables would be all that is tested.
fn is_huge(proof: &[u8]) -> bool {
    proof.split(|byte| !byte.is_ascii_digit()).any(|number| number.len() > 6)
        || proof.windows(3).any(|bytes| bytes.iter().all(|byte| byte & 0x80 != 0))
}

fuzz_target!(|proof: &[u8]| {
    if is_huge(proof) {
        return;
    }
    let _ = ProofFormat::detect(proof);
    // Three pigeons in two holes, and the same without the last clause, which is satisfiable.
    let mut formula =
        clauses![[1, 2], [3, 4], [5, 6], [-1, -3], [-1, -5], [-3, -5], [-2, -4], [-2, -6], [-4, -6]];
    let (by_lrat, by_drat) = (lrat(&formula, proof), drat(&formula, proof));
    formula.truncate(8);
    formula.add_clause(&[7, -7].map(Lit::from));
    assert!(!lrat(&formula, proof) && !drat(&formula, proof), "{by_lrat} {by_drat}");
});
