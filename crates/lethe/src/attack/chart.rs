//! The chances of attackers over how much they know.

use super::{AttackReport, KnowledgeAttack};
use crate::{Error, Plot, Result};
use lethe_data::wording::grouped;
use lethe_report::line_chart::{Chart, Curve, Stroke, draw};

/// Draws the mean chance of naming a person's record, and the share of attacks that leave one candidate, over the number
/// of known columns: of the release, and of the original where it was attacked, too.
///
/// **Errors**: no parts of the knowledge were drawn, or the picture cannot be written.
pub fn plot(report: &AttackReport, plot: &Plot) -> Result<()> {
    let Some(chart) = chart(report) else {
        return Err(Error::Request(
            "`plot` draws success over the number of known columns; name it with `knowledge` 1..6".to_owned(),
        ));
    };
    plot.write(&chart)
}

/// The same as SVG; nothing where no parts of the knowledge were drawn.
pub(crate) fn chart(report: &AttackReport) -> Option<String> {
    let attacks = report.knowledge.as_ref()?;
    let mut curves = curves("release", attacks, true);
    if let Some(original) = report.original.as_ref().and_then(|original| original.knowledge.as_ref()) {
        curves.extend(self::curves("original", original, false));
    }
    let records = if report.known == 1 { "person" } else { "records" };
    Some(draw(&Chart {
        title: format!("Attacks on {} {records}", grouped(report.known)),
        across: "known columns".to_owned(),
        up: "share of attacks".to_owned(),
        steps: attacks.iter().map(|attack| grouped(attack.knowledge as u64)).collect(),
        curves,
        note: note(report, attacks),
    }))
}

fn curves(name: &str, attacks: &[KnowledgeAttack], is_first: bool) -> Vec<Curve> {
    let of = |what: &str, stroke: Stroke, share: fn(&KnowledgeAttack) -> f64| Curve {
        name: format!("{name}: {what}"),
        stroke,
        is_first,
        shares: attacks.iter().map(share).collect(),
    };
    vec![
        of("mean chance of naming the record", Stroke::Solid, |attack| attack.mean_success.unwrap_or(0.0)),
        of("one candidate", Stroke::Dashed, |attack| {
            attack.reidentified as f64 / attack.attacks.max(1) as f64
        }),
    ]
}

/// What the picture shows, in a line.
fn note(report: &AttackReport, attacks: &[KnowledgeAttack]) -> String {
    let reidentified: u64 = attacks.iter().map(|attack| attack.reidentified).sum();
    let all: u64 = attacks.iter().map(|attack| attack.attacks).sum();
    let drawn = match reidentified {
        0 => format!("Nobody is re-identified in the release by any of {} attacks", grouped(all)),
        _ => format!(
            "{} of {} attacks on the release leave one candidate",
            grouped(reidentified),
            grouped(all)
        ),
    };
    let original = report.original.as_ref().and_then(|original| original.knowledge.as_ref());
    match original.map(|attacks| attacks.iter().map(|attack| attack.reidentified).sum::<u64>()) {
        Some(before) => format!("{drawn}; {} leave one candidate in the original.", grouped(before)),
        None => format!("{drawn}."),
    }
}
