//! `exactone logic`

use clap::ValueEnum;

use super::OutputArgs;
use super::puzzles::Seconds;

const EXAMPLES: &str = "\
Examples:
  exactone logic examples/suspects.logic
  exactone logic -e 'exactly_one(~A, D, B, ~D)' --to simplify
  exactone logic -e '(a -> b) & (b -> c)' --models
  exactone logic -e 'a -> b' --equivalent '~a | b'
  exactone logic -e 'exactly(2, a, b, c)' --to dimacs | exactone sat

Formulas: ~ & ^ | -> <-> (also ! not, and, xor, or, =>, <=>, their mathematical and full-width forms), true false,
exactly(k, f, ...), at_most(k, ...), at_least(k, ...), exactly_one(...), ite(c, a, b), and what SymPy prints.
A file holds one statement a line, and all must hold; `name = formula` defines, `name: \"sentence\"` says what a name
means, # begins a comment; a statement goes on while a parenthesis is open.

Exit status: 0 answered, and what was asked holds; 1 no (unsatisfiable, not valid, not equivalent, no model);
3 not decided within the limit; 2 bad use or bad input.";

/// The arguments of `logic`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(group(clap::ArgGroup::new("question").args(["to", "models", "count", "valid", "equivalent"])))]
pub struct LogicArgs {
    /// A file of statements; `-` for standard input (the default)
    #[arg(value_name = "FILE", conflicts_with = "expression")]
    pub file: Option<String>,
    /// The formula itself; several lines or several options are several statements
    #[arg(short = 'e', long = "expression", value_name = "FORMULA", allow_hyphen_values = true)]
    pub expression: Vec<String>,
    /// Print the formula in another form
    #[arg(long, value_name = "FORM")]
    pub to: Option<Form>,
    /// In distributed forms, keep clauses with a variable and its negation
    #[arg(long)]
    pub keep_tautologies: bool,
    /// Distribute to at most N clauses or terms (default: 100000)
    #[arg(long, value_name = "N")]
    pub max_clauses: Option<usize>,
    /// Stop after S seconds (default: 10 for simplified forms and counts, else none)
    #[arg(long, value_name = "S")]
    pub seconds: Option<Seconds>,
    /// Print the models, variables that do not matter left out
    #[arg(long)]
    pub models: bool,
    /// With --models: every variable in every model
    #[arg(long, requires = "models")]
    pub expand: bool,
    /// Print the number of models
    #[arg(long)]
    pub count: bool,
    /// Say whether the formula is always true
    #[arg(long)]
    pub valid: bool,
    /// Say whether the formula means the same as this one
    #[arg(long, value_name = "FORMULA", allow_hyphen_values = true)]
    pub equivalent: Option<String>,
    /// Print formulas with mathematical signs
    #[arg(long)]
    pub unicode: bool,
    /// How to print answers
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: LogicFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// The forms that `--to` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// Clauses, by distribution
    Cnf,
    /// Terms, by distribution
    Dnf,
    /// And, or, and not in front of names only
    Nnf,
    /// The fewest clauses, then the fewest literals
    Simplify,
    /// The fewest terms, then the fewest literals
    SimplifyDnf,
    /// Clauses with a new variable for each operator
    Tseitin,
    /// Fewer clauses with the same new variables
    PlaistedGreenbaum,
    /// Tseitin's clauses as DIMACS CNF
    Dimacs,
    /// The truth table
    Table,
}

impl Form {
    /// The name, as the option takes it.
    pub fn name(self) -> &'static str {
        match self {
            Form::Cnf => "cnf",
            Form::Dnf => "dnf",
            Form::Nnf => "nnf",
            Form::Simplify => "simplify",
            Form::SimplifyDnf => "simplify-dnf",
            Form::Tseitin => "tseitin",
            Form::PlaistedGreenbaum => "plaisted-greenbaum",
            Form::Dimacs => "dimacs",
            Form::Table => "table",
        }
    }
}

/// How answers are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogicFormat {
    /// For people
    Text,
    /// One JSON object a line
    Json,
}
