//! The chances of attackers over how much they know.

use super::{AttackReport, KnowledgeAttack};
use crate::{Error, Plot, Result};
use lethe_data::wording::{counted, grouped};
use lethe_report::share_chart::{SharePair, draw};

/// Draws the mean chance of naming a person's record, and the share of attacks that leave one candidate, over the number
/// of known columns.
///
/// **Errors**: no parts of the knowledge were drawn, or the picture cannot be written.
pub fn plot(report: &AttackReport, plot: &Plot) -> Result<()> {
    let Some(attacks) = &report.knowledge else {
        return Err(Error::Request(
            "`plot` draws success over the number of known columns; name it with `knowledge` 1..6".to_owned(),
        ));
    };
    let people = if report.known == 1 { "person" } else { "people" };
    let title = format!("Attacks on {} {people}", grouped(report.known));
    let names = ["mean chance of naming the record", "share with one candidate"];
    plot.write(&draw(&title, names, &attacks.iter().map(pair).collect::<Vec<_>>()))
}

fn pair(attack: &KnowledgeAttack) -> SharePair {
    let success = attack.mean_success.unwrap_or(0.0);
    let single = attack.reidentified as f64 / attack.attacks.max(1) as f64;
    SharePair {
        shares: [success, single],
        above: format!("{:.1} %", success * 100.0),
        below: counted(attack.knowledge as u64, "column"),
    }
}
