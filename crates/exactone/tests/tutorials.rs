//! The two tutorials run as they stand in `examples/`.

#[path = "../examples/tutorial_one.rs"]
mod tutorial_one;
#[path = "../examples/tutorial_two.rs"]
mod tutorial_two;

#[test]
fn the_first_tutorial_holds() {
    tutorial_one::main();
}

#[test]
fn the_second_tutorial_holds() {
    tutorial_two::main();
}

/// The body of each step of a tutorial has at most fifteen lines.
#[test]
fn no_step_is_long() {
    for source in [include_str!("../examples/tutorial_one.rs"), include_str!("../examples/tutorial_two.rs")] {
        let mut steps = 0;
        for function in source.split("\nfn ").skip(1) {
            let body = function.lines().skip(1).take_while(|line| *line != "}");
            assert!(body.count() <= 15, "{}", function.lines().next().unwrap_or_default());
            steps += 1;
        }
        assert!(steps >= 7);
    }
}
