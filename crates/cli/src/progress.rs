//! Progress bars on standard error.

use crate::args::ProgressChoice;
use crate::output;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use lethe::data::{ProgressSink, ProgressTask};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The requested display; none when standard error is no terminal, unless it is requested.
pub(crate) fn sink(choice: ProgressChoice, quiet: bool) -> Option<Arc<dyn ProgressSink>> {
    let shown = match choice {
        ProgressChoice::Always => true,
        ProgressChoice::Never => false,
        ProgressChoice::Auto => std::io::stderr().is_terminal(),
    };
    (shown && !quiet).then(|| -> Arc<dyn ProgressSink> {
        if std::io::stderr().is_terminal() {
            Arc::new(Bars(MultiProgress::with_draw_target(ProgressDrawTarget::stderr())))
        } else {
            Arc::new(Lines)
        }
    })
}

/// A line for each tenth of a task, where there is no terminal to draw on.
struct Lines;

impl ProgressSink for Lines {
    fn begin(&self, label: &str, total: Option<u64>) -> Box<dyn ProgressTask> {
        output::say(label);
        Box::new(Line { label: label.to_owned(), total: total.unwrap_or(0), done: AtomicU64::new(0) })
    }
}

struct Line {
    label: String,
    total: u64,
    done: AtomicU64,
}

impl ProgressTask for Line {
    fn advance(&self, amount: u64) {
        let before = self.done.fetch_add(amount, Ordering::Relaxed);
        let tenth = |done: u64| u128::from(done) * 10 / u128::from(self.total.max(1));
        if self.total > 0 && tenth(before) != tenth(before + amount) {
            output::say(&format!("{}: {} %", self.label, tenth(before + amount) * 10));
        }
    }
}

struct Bars(MultiProgress);

impl ProgressSink for Bars {
    fn begin(&self, label: &str, total: Option<u64>) -> Box<dyn ProgressTask> {
        let bar = match total {
            Some(total) => ProgressBar::new(total),
            None => ProgressBar::no_length(),
        };
        let template = if total.is_some() {
            "{prefix:20} [{bar:30}] {percent:>3} % {elapsed} (about {eta} left) {msg}"
        } else {
            "{prefix:20} {spinner} {human_pos} {elapsed} {msg}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_prefix(label.to_owned());
        bar.enable_steady_tick(Duration::from_millis(200));
        Box::new(Bar(self.0.add(bar)))
    }
}

struct Bar(ProgressBar);

impl ProgressTask for Bar {
    fn advance(&self, amount: u64) {
        self.0.inc(amount);
    }

    fn note(&self, note: &str) {
        self.0.set_message(note.to_owned());
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
