//! The figures side by side.

use super::super::lab::THREADS;
use super::super::table::{Table, ratio, seconds};
use super::Measured;
use super::case::{LOCAL, MEMORY_GOAL, REFERENCE, WIDE_SECONDS};
use serde_json::Value;

/// Times against the reference tool and the goals.
pub(super) fn times(measured: &[Measured]) -> Table {
    let title = format!(
        "Time of the proven optimum ({THREADS} threads, geometric mean of loss, median; the reference is {REFERENCE})"
    );
    let mut table = Table::new(title, &["case", "ours", "goal", "met", "reference", "ratio"]);
    for one in measured {
        let ours = number(&one.ours["seconds"]);
        let (goal, met) = goal(ours, one.case.goal);
        let reference = one.case.reference;
        table.row([
            one.case.name(),
            seconds(ours),
            goal,
            met,
            reference.map_or_else(String::new, seconds),
            reference.map_or_else(String::new, |reference| ratio(reference, ours)),
        ]);
    }
    table
}

/// What the searches did.
pub(super) fn effort(measured: &[Measured]) -> Table {
    let headings =
        ["case", "nodes", "grouped", "checked", "pruned by bound", "pruned by limit", "a grouped node"];
    let mut table =
        Table::new("Effort (grouped and pruned are nodes and whole regions of the lattice)", &headings);
    for one in measured {
        let found = &one.ours;
        table.row([
            one.case.name(),
            format!("{:.0}", number(&found["nodes"])),
            found["grouped"].to_string(),
            found["checked"].to_string(),
            found["pruned_by_bound"].to_string(),
            found["pruned_by_limit"].to_string(),
            micro(number(&found["seconds_per_grouped"])),
        ]);
    }
    table
}

/// What they found.
pub(super) fn solutions(measured: &[Measured]) -> Table {
    let mut table = Table::new(
        "Solutions (those that the reference tool states were compared and are equal)",
        &["case", "levels", "loss", "suppressed", "optimal", "compared"],
    );
    for one in measured {
        let yes_no = |is: bool| if is { "yes" } else { "no" }.to_owned();
        table.row([
            one.case.name(),
            levels(&one.ours["levels"]),
            format!("{:.6}", number(&one.ours["loss"])),
            one.ours["suppressed"].to_string(),
            yes_no(one.ours["optimal"] == true),
            yes_no(one.case.known.is_some()),
        ]);
    }
    table
}

/// Peak memory against the goal.
pub(super) fn memory(measured: &[Measured]) -> Table {
    let title = format!(
        "Peak memory during the first search in multiples of the encoded table (goal below {MEMORY_GOAL}×); \
         the table counts, and in the last column also what the allocator kept from reading it"
    );
    let headings = ["case", "rows", "table", "table and search", "met", "whole process"];
    let mut table = Table::new(title, &headings);
    for one in measured {
        let (search, process) = multiples(&one.ours);
        table.row([
            one.case.name(),
            one.ours["rows"].to_string(),
            format!("{:.2} MiB", number(&one.ours["encoded_mib"])),
            format!("{search:.2}×"),
            if search < MEMORY_GOAL { "yes" } else { "no" }.to_owned(),
            format!("{process:.2}×"),
        ]);
    }
    table
}

/// Against Flash.
pub(super) fn flash(measured: &[Measured]) -> Table {
    let headings = ["case", "ours", "Flash", "ratio", "grouped by ours", "grouped by Flash"];
    let mut table = Table::new("Against Flash, our implementation on the same checker", &headings);
    for one in measured {
        let Some(flash) = &one.flash else { continue };
        let (ours, theirs) = (number(&one.ours["seconds"]), number(&flash["seconds"]));
        table.row([
            one.case.name(),
            seconds(ours),
            seconds(theirs),
            ratio(theirs, ours),
            one.ours["grouped"].to_string(),
            flash["grouped"].to_string(),
        ]);
    }
    table
}

/// Local recoding.
pub(super) fn local(recoded: &Value) -> Table {
    let (reference, reference_loss, limit) = LOCAL;
    let title = format!("Local recoding of adult, k=5, nobody suppressed (the reference is {REFERENCE})");
    let headings = ["who", "time", "goal", "met", "ratio", "mean loss", "rounds", "memory"];
    let mut table = Table::new(title, &headings);
    let (ours, loss) = (number(&recoded["seconds"]), number(&recoded["loss"]));
    let met = ours <= limit && loss < reference_loss;
    table.row([
        "ours".to_owned(),
        seconds(ours),
        format!("{}, below {reference_loss}", seconds(limit)),
        if met { "yes" } else { "no" }.to_owned(),
        ratio(reference, ours),
        format!("{loss:.5}"),
        recoded["rounds"].to_string(),
        format!("{:.2}×", multiples(recoded).0),
    ]);
    let none = String::new;
    let known = format!("{reference_loss:.4}");
    table.row(["reference".to_owned(), seconds(reference), none(), none(), none(), known, none(), none()]);
    table
}

/// Wide lattices.
pub(super) fn wide(searched: &[Value]) -> Table {
    let title = format!(
        "Wide lattices: generated health data, k=5, 5 % suppressed at most, stopped after {WIDE_SECONDS} s (columns \
         beyond those that have a hierarchy can only be kept or suppressed)"
    );
    let headings = [
        "quasi-identifiers",
        "rows",
        "nodes",
        "time",
        "grouped",
        "best loss",
        "bound",
        "gap",
        "proven",
        "suppressed",
        "memory",
    ];
    let mut table = Table::new(title, &headings);
    for found in searched {
        let (loss, bound) = (number(&found["loss"]), number(&found["bound"]));
        table.row([
            found["columns"].to_string(),
            found["rows"].to_string(),
            format!("{:.1e}", number(&found["nodes"])),
            seconds(number(&found["seconds"])),
            found["grouped"].to_string(),
            format!("{loss:.6}"),
            format!("{bound:.6}"),
            format!("{:.6}", loss - bound),
            if found["optimal"] == true { "yes" } else { "no" }.to_owned(),
            found["suppressed"].to_string(),
            format!("{:.2}×", multiples(found).0),
        ]);
    }
    table
}

fn goal(ours: f64, goal: Option<f64>) -> (String, String) {
    let met = |goal| if ours <= goal { "yes" } else { "no" }.to_owned();
    goal.map_or_else(Default::default, |goal| (seconds(goal), met(goal)))
}

/// Memory of the table and the search, and of the whole process.
fn multiples(found: &Value) -> (f64, f64) {
    (number(&found["memory"]["search"]), number(&found["memory"]["process"]))
}

fn levels(levels: &Value) -> String {
    let levels: Vec<String> = levels.as_array().into_iter().flatten().map(ToString::to_string).collect();
    levels.join(",")
}

fn micro(seconds: f64) -> String {
    format!("{:.1} µs", seconds * 1e6)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::super::case::CASES;
    use super::*;
    use serde_json::json;

    fn found(seconds: f64) -> Value {
        json!({"seconds": seconds, "levels": [0, 4], "loss": 0.5, "suppressed": 0, "grouped": 3, "nodes": 12960.0,
               "memory": {"search": 2.5, "process": 4.0}, "optimal": true})
    }

    #[test]
    fn ratios_and_goals_stand_beside_the_times() {
        let measured = [Measured { case: &CASES[0], ours: found(0.011), flash: Some(found(0.022)) }];
        let text = times(&measured).to_string();
        assert!(text.contains("11.0 ms | 20.0 ms | yes |   55.0 ms | 5.00× |"), "{text}");
        assert!(flash(&measured).to_string().contains("2.00×"), "{text}");
        let text = memory(&measured).to_string();
        assert!(text.contains("2.50× | yes |"), "{text}");
        assert!(solutions(&measured).to_string().contains("|    0,4 | 0.500000 |"));
    }

    #[test]
    fn a_missed_goal_is_said() {
        assert_eq!(goal(0.3, Some(0.2)).1, "no");
        assert!(local(&found(0.6)).to_string().contains(" no |"));
    }
}
