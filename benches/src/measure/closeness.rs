//! Ordered t-closeness against two ways that look at every value of the column.

use super::Bench;
use super::lab::Lab;
use super::report::Report;
use super::table::{Table, ratio};
use crate::shell;
use anyhow::Result;
use serde_json::{Value, json};

/// Ordered t-closeness.
pub(crate) struct Closeness;

impl Bench for Closeness {
    fn name(&self) -> &'static str {
        "closeness"
    }

    fn question(&self) -> &'static str {
        "How long does it take to decide ordered t-closeness of a class, and to measure its distance, on a column with \
         very many values, compared with the direct double sum of the definition and with one pass over all values?"
    }

    fn has_peers(&self) -> bool {
        false
    }

    fn measure(&self, lab: &Lab) -> Result<Report> {
        let rounds = lab.rounds.to_string();
        // The program compares what all ways found and fails when they differ.
        let samples = shell::json_lines(lab.ours("lethe-bench").args(["closeness", &rounds]))?;
        Ok(Report { tables: vec![table(&samples)], samples: json!(samples) })
    }
}

fn table(samples: &[Value]) -> Table {
    let values = samples.first().map_or(&Value::Null, |sample| &sample["values"]);
    let title = format!(
        "Ordered 0.2-closeness of a class on a column with {values} values (medians; ours and one pass agree on all \
         classes, the direct sum was compared on the first few; ratios are to our measured distance)"
    );
    let headings =
        ["class", "distinct", "close", "decided", "measured", "one pass", "ratio", "direct sum", "ratio"];
    let mut table = Table::new(title, &headings);
    for sample in samples {
        let number = |key: &str| sample[key].as_f64().unwrap_or(f64::NAN);
        let (measured, pass, direct) = (number("measure_ns"), number("pass_ns"), number("direct_ns"));
        table.row([
            format!("{} {}", sample["size"], sample["shape"].as_str().unwrap_or_default()),
            format!("{:.1}", number("distinct")),
            format!("{} of {}", sample["close"], sample["classes"]),
            nanoseconds(number("holds_ns")),
            nanoseconds(measured),
            nanoseconds(pass),
            ratio(pass, measured),
            nanoseconds(direct),
            ratio(direct, measured),
        ]);
    }
    table
}

fn nanoseconds(value: f64) -> String {
    match value {
        value if value >= 1e6 => format!("{:.1} ms", value / 1e6),
        value if value >= 1e4 => format!("{:.1} µs", value / 1e3),
        value => format!("{value:.0} ns"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_to_the_measured_distance() {
        let sample = json!({"values": 10_000, "size": 5, "shape": "random", "classes": 64, "close": 3,
                            "distinct": 5.0, "holds_ns": 20.0, "measure_ns": 100.0, "pass_ns": 5_000.0,
                            "direct_ns": 2e7});
        let text = table(&[sample]).to_string();
        assert!(text.contains("5000 ns | 50.00× |") && text.contains("20.0 ms | 200000.00× |"), "{text}");
    }
}
