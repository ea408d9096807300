//! Discovery as a picture: records exposed over the size of sets, and how many sets each column is in. No value of a cell is drawn,
//! only names of columns and counts.

use super::{ColumnRisk, Discovery, SetsOfSize};
use crate::{Plot, Result};
use lethe_data::wording::{counted, grouped};
use lethe_report::bar_chart::{BarChart, Bars, LyingBar, UprightBar, draw};

/// Draws what was found.
///
/// **Errors**: the picture cannot be written.
pub fn plot(discovery: &Discovery, plot: &Plot) -> Result<()> {
    plot.write(&chart(discovery))
}

/// What was found as SVG.
pub(crate) fn chart(discovery: &Discovery) -> String {
    let (title, subtitle) = (title(discovery), subtitle(discovery));
    let bars = (!discovery.minimal_qids.is_empty()).then(|| bars(discovery));
    draw(&BarChart { title, subtitle, bars })
}

fn title(discovery: &Discovery) -> String {
    let found = counted(discovery.minimal_qids.len() as u64, "minimal quasi-identifier");
    let records = if discovery.rows == 1 { "person" } else { "records" };
    format!("{found} among {} {records}", grouped(discovery.rows))
}

fn subtitle(discovery: &Discovery) -> String {
    let mut parts = vec![format!("exposed: in classes of fewer than {}", grouped(discovery.k))];
    if discovery.min_exposed > 1 {
        parts.push(format!("sets that expose at least {}", grouped(discovery.min_exposed)));
    }
    if let Some(size) = discovery.max_size {
        parts.push(format!("sets of up to {}", counted(size as u64, "column")));
    }
    if !discovery.complete {
        parts.push(format!("INCOMPLETE: all sets up to size {} only", discovery.complete_to));
    }
    parts.join("; ")
}

/// The records exposed by the sets of each size, or the sets where the records are not known; and the sets of each column.
fn bars(discovery: &Discovery) -> Bars {
    let records = discovery.sizes.iter().all(|size| size.records.is_some());
    let upright = |size: &SetsOfSize| UprightBar {
        amount: size.records.filter(|_| records).unwrap_or(size.sets),
        below: [counted(size.size as u64, "column"), counted(size.sets, "set")],
    };
    let all = discovery.minimal_qids.len() as u64;
    let lying = |risk: &ColumnRisk| LyingBar {
        name: risk.column.clone(),
        amount: risk.sets,
        label: format!("{} ({:.0} %)", grouped(risk.sets), risk.sets as f64 * 100.0 / all.max(1) as f64),
    };
    let heading = if records { "Records exposed, by size of the set" } else { "Sets, by their size" };
    Bars {
        upright_heading: heading.to_owned(),
        same_amounts: !records,
        upright: discovery.sizes.iter().map(upright).collect(),
        lying_heading: "Sets each column is in".to_owned(),
        lying: discovery.column_risks.iter().map(lying).collect(),
        lying_noun: "column",
    }
}
