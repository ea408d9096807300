//! Noisy answers and ledgers as users read them.

use crate::flags;
use crate::output::{self, printable};
use lethe::dp::{DpReport, LedgerReport};
use std::fmt::Write;

pub(super) fn report(report: &DpReport) -> String {
    let about = report.column.as_deref().map(|column| format!(" of {}", printable(column)));
    let mut text = format!("{}{}\n", report.query, about.unwrap_or_default());
    if !report.private {
        text.insert_str(0, "NOT PRIVATE: made with a seed.\n");
    }
    answer(&mut text, report);
    // Writing to a String cannot fail.
    if let Some(bound) = &report.answer.bound {
        let share = bound.confidence * 100.0;
        let _ = writeln!(text, "±{} in {share} of 100 cases ({})", number(bound.within), bound.of);
    }
    for noise in &report.answer.noise {
        let _ =
            writeln!(text, "Noise of {}: {}, scale {}", noise.part, noise.distribution, number(noise.scale));
    }
    let account = &report.account;
    let _ = writeln!(
        text,
        "Cost: epsilon {}, delta {}, neighbours {}",
        account.epsilon, account.delta, account.neighbours
    );
    if let Some(ledger) = &account.ledger {
        let _ = writeln!(
            text,
            "Left of {}: epsilon {}, delta {}",
            printable(&ledger.data_set),
            ledger.left_epsilon,
            ledger.left_delta
        );
    }
    for note in &report.notes {
        let _ = writeln!(text, "Note: {}.", flags::spelled(note));
    }
    text
}

fn answer(text: &mut String, report: &DpReport) {
    let answer = &report.answer;
    if let Some(value) = answer.value {
        let _ = writeln!(text, "{}", number(value));
    }
    if let Some(choice) = &answer.choice {
        let _ = writeln!(text, "{}", printable(choice));
    }
    if let Some(counts) = &answer.counts {
        let mut table = output::table(&["value", "count"]);
        for count in counts {
            let name = count.value.as_deref().map_or("(others)".to_owned(), printable);
            table.add_row([name, number(count.count)]);
        }
        let _ = writeln!(text, "{table}");
    }
    if let Some(answers) = &answer.answers {
        let mut table = output::table(&["values", "share", "answered"]);
        for answer in answers {
            let share = answer.share.map_or("-".to_owned(), number);
            table.add_row([printable(&answer.values.join(", ")), share, answer.kind.clone()]);
        }
        let _ = writeln!(text, "{table}");
    }
}

/// A number with as many digits as readers need.
fn number(value: f64) -> String {
    if value.fract() == 0.0 || value.abs() >= 1e15 { format!("{value}") } else { format!("{value:.4}") }
}

pub(super) fn ledger(report: &LedgerReport) -> String {
    let mut text = format!(
        "{}: epsilon {}, delta {}, neighbours {}\n",
        printable(&report.data_set),
        report.epsilon,
        report.delta,
        report.neighbours
    );
    if !report.spends.is_empty() {
        let mut table = output::table(&["time", "for", "epsilon", "delta"]);
        for spend in &report.spends {
            table.add_row([&spend.time, &printable(&spend.label), &spend.epsilon, &spend.delta]);
        }
        let _ = writeln!(text, "{table}");
    }
    let _ = writeln!(text, "Spent: epsilon {}, delta {}", report.spent_epsilon, report.spent_delta);
    let _ = writeln!(text, "Left: epsilon {}, delta {}", report.left_epsilon, report.left_delta);
    text
}
