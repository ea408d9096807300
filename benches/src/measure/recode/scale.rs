//! Time and memory of large tables, and how time grows with them.

use super::super::lab::Lab;
use super::super::table::{Table, seconds};
use super::run::{Run, middle, run};
use super::subject::Subject;
use super::way::{DISK, MONDRIAN, Way};
use anyhow::Result;
use serde_json::{Value, json};

const K: u32 = 5;
/// More rounds would take long and tell little.
const MOST_ROUNDS: u32 = 3;
const MANY: u64 = 1_000_000;
const HUGE: u64 = 20_000_000;

/// A table to recode, with its budget and what was promised.
struct Load {
    way: &'static Way,
    rows: u64,
    memory: Option<&'static str>,
    /// Seconds of the method alone.
    method_goal: Option<f64>,
    /// Seconds of the whole command.
    goal: Option<f64>,
    mib_goal: Option<f64>,
}

const LOADS: [Load; 3] = [
    Load { way: MONDRIAN, rows: MANY, memory: None, method_goal: Some(2.0), goal: None, mib_goal: None },
    Load {
        way: DISK,
        rows: MANY,
        memory: Some("128MiB"),
        method_goal: None,
        goal: Some(40.0),
        mib_goal: Some(256.0),
    },
    Load {
        way: DISK,
        rows: HUGE,
        memory: Some("512MiB"),
        method_goal: None,
        goal: None,
        mib_goal: Some(1024.0),
    },
];

/// A load that was carried.
pub(super) struct Carried {
    load: &'static Load,
    rows: u64,
    runs: Vec<Run>,
    middle: Run,
}

/// Recodes large tables; the huge one once, and not when the measurement is only tried.
pub(super) fn measure(lab: &Lab) -> Result<Vec<Carried>> {
    let loads = LOADS.iter().filter(|load| load.rows < HUGE || !lab.is_trial());
    loads.map(|load| carry(lab, load)).collect()
}

fn carry(lab: &Lab, load: &'static Load) -> Result<Carried> {
    let subject = Subject::amnesia(lab, load.rows)?;
    let mut flags = load.way.flags.to_vec();
    flags.extend(load.memory.iter().flat_map(|memory| ["--memory", *memory]));
    let rounds = if load.rows < HUGE { lab.rounds.min(MOST_ROUNDS) } else { 1 };
    let once = |round| {
        println!("recoding {} rows: {}, round {}", subject.rows, load.way.name, round + 1);
        run(lab, &subject, K, &flags)
    };
    let runs = (0..rounds).map(once).collect::<Result<Vec<Run>>>()?;
    Ok(Carried { load, rows: subject.rows, middle: middle(&runs)?, runs })
}

impl Carried {
    fn met(&self) -> bool {
        let within = |figure: f64, goal: Option<f64>| goal.is_none_or(|goal| figure < goal);
        within(self.middle.method_seconds, self.load.method_goal)
            && within(self.middle.seconds, self.load.goal)
            && within(self.middle.peak_mib, self.load.mib_goal)
    }

    fn goals(&self) -> String {
        let goals = [
            self.load.method_goal.map(|goal| format!("method {}", seconds(goal))),
            self.load.goal.map(|goal| format!("command {}", seconds(goal))),
            self.load.mib_goal.map(|goal| format!("{goal:.0} MiB")),
        ];
        goals.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// For the record.
    pub(super) fn sample(&self) -> Value {
        let runs: Vec<Value> = self.runs.iter().map(Run::sample).collect();
        json!({"way": self.load.way.name, "rows": self.rows, "memory": self.load.memory, "runs": runs})
    }
}

/// Times and memory against the goals.
pub(super) fn table(carried: &[Carried]) -> Table {
    let title = format!("Large tables: generated amnesia data, 4 columns, k={K}, CSV to CSV, medians");
    let headings =
        ["way", "rows", "budget", "method", "whole command", "peak memory", "goals (below)", "met", "NCP"];
    let mut table = Table::new(title, &headings);
    for one in carried {
        table.row([
            one.load.way.name.to_owned(),
            one.rows.to_string(),
            one.load.memory.unwrap_or("none").to_owned(),
            seconds(one.middle.method_seconds),
            seconds(one.middle.seconds),
            format!("{:.0} MiB", one.middle.peak_mib),
            one.goals(),
            if one.met() { "yes" } else { "NO" }.to_owned(),
            format!("{:.5}", one.middle.ncp),
        ]);
    }
    table
}

/// How time grows: the exponent of rows, 1 for linear.
pub(super) fn growth(carried: &[Carried]) -> Option<Table> {
    let of = |rows| carried.iter().find(|one| one.load.way.name == DISK.name && one.load.rows == rows);
    let (small, large) = (of(MANY)?, of(HUGE)?);
    let mut table =
        Table::new("How the time of disk-cluster grows", &["from", "to", "time", "time", "exponent"]);
    table.row([
        format!("{} rows", small.rows),
        format!("{} rows", large.rows),
        seconds(small.middle.seconds),
        seconds(large.middle.seconds),
        format!("{:.3}", exponent(small, large)),
    ]);
    Some(table)
}

fn exponent(small: &Carried, large: &Carried) -> f64 {
    let times = large.middle.seconds / small.middle.seconds;
    times.ln() / (large.rows as f64 / small.rows as f64).ln()
}

#[cfg(test)]
mod tests {
    use super::super::run::tests::lost;
    use super::*;

    fn carried(load: &'static Load, seconds: f64, peak_mib: f64) -> Carried {
        let middle = Run { seconds, peak_mib, ..lost(0.1, 0.2) };
        Carried { load, rows: load.rows, runs: vec![middle], middle }
    }

    #[test]
    fn time_that_grows_with_the_rows_has_exponent_one() {
        let both = [carried(&LOADS[1], 10.0, 100.0), carried(&LOADS[2], 200.0, 100.0)];
        assert!((exponent(&both[0], &both[1]) - 1.0).abs() < 1e-12);
        assert!(growth(&both).unwrap().to_string().contains("| 10.00 s | 200.00 s |    1.000 |"));
        assert!(growth(&both[..1]).is_none());
    }

    #[test]
    fn every_goal_must_be_kept() {
        assert!(carried(&LOADS[1], 10.0, 100.0).met());
        assert!(!carried(&LOADS[1], 50.0, 100.0).met());
        assert!(!carried(&LOADS[1], 10.0, 300.0).met());
        let text = table(&[carried(&LOADS[1], 10.0, 300.0)]).to_string();
        assert!(text.contains("command 40.00 s, 256 MiB |  NO |"), "{text}");
    }
}
