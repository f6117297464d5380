//! DIMACS: whatever is read in writes out and reads back the same, and strictly read is leniently read.
#![no_main]

use exactone_sat::Cnf;
use exactone_sat::dimacs::{ReadOptions, read_answer_with, read_with};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    // A model is total: a large variable number alone may cost its memory, which is not what we look for.
    let lenient = ReadOptions { max_variable: 1 << 20, ..ReadOptions::default() };
    let strict = ReadOptions { strict: true, ..lenient };
    let (mut cnf, mut strictly) = (Cnf::new(), Cnf::new());
    let report = read_with(text, &mut cnf, &lenient);
    let strict_report = read_with(text, &mut strictly, &strict);
    if let Ok(strict_report) = &strict_report {
        assert!(strict_report.warnings.is_empty());
        assert_eq!(report.as_ref().ok(), Some(strict_report));
        assert_eq!(cnf, strictly);
    }
    if let Ok(report) = report {
        assert_eq!(report.clauses, cnf.len() as u64);
        let again = Cnf::from_dimacs(&cnf.to_dimacs()).expect("what we write can be read");
        assert_eq!(again, cnf);
    }
    let _ = read_answer_with(text, &lenient);
});
