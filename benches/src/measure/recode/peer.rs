//! Mondrian against a Mondrian in Python, on the same table.

use super::super::lab::{Lab, THREADS};
use super::super::table::{Table, ratio, seconds};
use super::run::{Run, middle, release, run};
use super::subject::Subject;
use crate::median::median;
use crate::shell;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

const K: u32 = 5;
/// The peer takes about a minute.
const MOST_ROUNDS: u32 = 3;
/// How many times faster ours is expected to be.
const GOAL: f64 = 100.0;
/// Ranges and sets of values, as the peer publishes them.
const FLAGS: [&str; 4] = ["--method", "mondrian", "--recode", "range"];

/// What both took and gave.
pub(super) struct Compared {
    rows: u64,
    ours: Vec<Run>,
    theirs: Vec<Value>,
    middle: Run,
}

/// Ours and the peer in turns; nothing when the table is not on this machine.
pub(super) fn measure(lab: &Lab) -> Result<Option<Compared>> {
    let Some(adult) = Subject::adult(lab)? else { return Ok(None) };
    let adult = adult.without_hierarchies();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for round in 0..lab.rounds.min(MOST_ROUNDS) {
        println!("Mondrian of adult by ours and by anonypy, round {}", round + 1);
        ours.push(run(lab, &adult, K, &FLAGS)?);
        let mut peer = lab.peer("recode_anonypy.py");
        peer.arg(&adult.file).arg(K.to_string()).arg(release(lab));
        theirs.push(shell::json_lines(&mut peer)?.pop().context("the peer printed nothing")?);
    }
    agree(&theirs, adult.rows)?;
    Ok(Some(Compared { rows: adult.rows, middle: middle(&ours)?, ours, theirs }))
}

/// Both must have grouped the whole table into groups that are large enough.
fn agree(samples: &[Value], rows: u64) -> Result<()> {
    for sample in samples {
        ensure!(sample["rows"] == rows, "the peer has read another table: {sample}");
        for who in ["ours", "theirs"] {
            let smallest = sample[who]["smallest"].as_u64();
            ensure!(
                smallest.is_some_and(|size| size >= u64::from(K)),
                "{who}: a group is too small: {sample}"
            );
        }
    }
    Ok(())
}

impl Compared {
    /// Times, ratios and what is lost.
    pub(super) fn table(&self) -> Table {
        let title = format!(
            "Mondrian of adult, {} rows, 9 columns without hierarchies, k={K}, against anonypy (medians; ours has \
             {THREADS} threads, anonypy uses one; our whole \
             command also writes the release, reads it again and proves it; NCP is that of the tightest ranges and \
             sets around the groups, computed alike for both)",
            self.rows
        );
        let mut table =
            Table::new(title, &["what", "ours", "anonypy", "anonypy/ours", "goal (above)", "met"]);
        let peer = |key: &str| median(self.theirs.iter().map(|sample| number(&sample[key])));
        let whole = peer("read_seconds") + peer("group_seconds") + peer("release_seconds");
        for (what, ours, theirs) in [
            ("grouping", self.middle.method_seconds, peer("group_seconds")),
            ("from the file to the release", self.middle.seconds, whole),
        ] {
            let met = if theirs / ours > GOAL { "yes" } else { "NO" }.to_owned();
            let figures = [seconds(ours), seconds(theirs), ratio(theirs, ours), format!("{GOAL:.0}×"), met];
            table.row([what.to_owned()].into_iter().chain(figures));
        }
        let Some(sample) = self.theirs.first() else { return table };
        let lost = |who: &str| number(&sample[who]["ncp"]);
        let none = String::new;
        let (ours, theirs) = (lost("ours"), lost("theirs"));
        let figures = [format!("{ours:.5}"), format!("{theirs:.5}"), ratio(theirs, ours), none(), none()];
        table.row(["NCP".to_owned()].into_iter().chain(figures));
        let groups = |who: &str| sample[who]["groups"].to_string();
        table.row(["groups".to_owned(), groups("ours"), groups("theirs"), none(), none(), none()]);
        table
    }

    /// For the record.
    pub(super) fn sample(&self) -> Value {
        let ours: Vec<Value> = self.ours.iter().map(Run::sample).collect();
        json!({"rows": self.rows, "ours": ours, "anonypy": self.theirs})
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::super::run::tests::lost;
    use super::*;

    fn sample(smallest: u64) -> Value {
        json!({"rows": 100, "read_seconds": 1.0, "group_seconds": 50.0, "release_seconds": 149.0,
               "ours": {"groups": 9, "smallest": smallest, "ncp": 0.1},
               "theirs": {"groups": 8, "smallest": 5, "ncp": 0.2}})
    }

    #[test]
    fn times_are_compared_part_by_part() {
        let run = lost(0.1, 0.2);
        let compared = Compared { rows: 100, ours: vec![run], theirs: vec![sample(5)], middle: run };
        let text = compared.table().to_string();
        // A second of 50 for grouping, two of 200 from the file on.
        assert!(text.contains("50.00× |         100× |  NO |"), "{text}");
        assert!(text.contains("100.00× |         100× |  NO |") && text.contains("2.00×"), "{text}");
    }

    #[test]
    fn groups_that_are_too_small_void_the_comparison() {
        assert!(agree(&[sample(5)], 100).is_ok());
        assert!(agree(&[sample(4)], 100).is_err());
        assert!(agree(&[sample(5)], 99).is_err());
    }
}
