//! Progress bars on standard error.

use crate::args::ProgressChoice;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use lethe::data::{ProgressSink, ProgressTask};
use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

/// The display the user asked for; none when standard error is no terminal, unless told otherwise.
pub(crate) fn sink(choice: ProgressChoice, quiet: bool) -> Option<Arc<dyn ProgressSink>> {
    let shown = match choice {
        ProgressChoice::Always => true,
        ProgressChoice::Never => false,
        ProgressChoice::Auto => std::io::stderr().is_terminal(),
    };
    (shown && !quiet).then(|| {
        let target = match choice {
            ProgressChoice::Always => ProgressDrawTarget::stderr_with_hz(4),
            _ => ProgressDrawTarget::stderr(),
        };
        Arc::new(Bars(MultiProgress::with_draw_target(target))) as Arc<dyn ProgressSink>
    })
}

struct Bars(MultiProgress);

impl ProgressSink for Bars {
    fn begin(&self, label: &str, total: Option<u64>) -> Box<dyn ProgressTask> {
        let bar = match total {
            Some(total) => ProgressBar::new(total),
            None => ProgressBar::no_length(),
        };
        let template = if total.is_some() {
            "{msg:20} [{bar:30}] {percent:>3} % {elapsed} (about {eta} left)"
        } else {
            "{msg:20} {spinner} {human_pos} {elapsed}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_message(label.to_owned());
        bar.enable_steady_tick(Duration::from_millis(200));
        Box::new(Bar(self.0.add(bar)))
    }
}

struct Bar(ProgressBar);

impl ProgressTask for Bar {
    fn advance(&self, amount: u64) {
        self.0.inc(amount);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
