//! The progress bar, on a terminal only.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar over the bytes of the input, or a count without an end; silent where standard error is no terminal.
#[derive(Clone, Debug)]
pub struct Progress(Option<ProgressBar>);

impl Progress {
    /// No bar.
    pub fn hidden() -> Progress {
        Progress(None)
    }

    /// A bar for `size` bytes of input, or a spinner where the size is not known.
    pub fn over(size: Option<u64>, visible: bool) -> Progress {
        if !visible {
            return Progress::hidden();
        }
        let bar = match size {
            Some(size) => ProgressBar::new(size)
                .with_style(style("{wide_bar} {bytes}/{total_bytes} {msg} {elapsed} (eta {eta})")),
            None => ProgressBar::new_spinner().with_style(style("{spinner} {msg} {elapsed}")),
        };
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress(Some(bar))
    }

    /// Moves to this position.
    pub fn set(&self, position: u64) {
        if let Some(bar) = &self.0 {
            bar.set_position(position);
        }
    }

    /// Says something beside the bar.
    pub fn say(&self, text: impl FnOnce() -> String) {
        if let Some(bar) = &self.0 {
            bar.set_message(text());
        }
    }

    /// Takes the bar away while something else is printed.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Takes the bar away for good.
    pub fn clear(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the templates here are valid")
}
