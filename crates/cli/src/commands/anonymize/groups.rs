//! What users read about records that were published in groups.

use crate::output;
use crate::output::Table;
use lethe::anonymize::{Anonymization, Grouping};
use lethe::data::wording::{counted, grouped};
use lethe::recipe_file::MethodName;

/// Sizes that have a line of their own.
const SIZES: usize = 10;

/// Whether the requested method groups records.
pub(super) fn is_grouping(report: &Anonymization) -> bool {
    matches!(report.method.parse(), Ok(MethodName::Mondrian | MethodName::Cluster | MethodName::DiskCluster))
}

/// How many groups there are of each size; the larger sizes in one line.
pub(super) fn sizes(grouping: &Grouping) -> Table {
    let mut table = output::table(&["records", "groups"]);
    for size in grouping.sizes.iter().take(SIZES) {
        table.add_row([grouped(size.records), grouped(size.groups)]);
    }
    let others = grouping.sizes.get(SIZES..).unwrap_or_default();
    if let (Some(first), Some(last)) = (others.first(), others.last()) {
        let records = match others {
            [_] => grouped(first.records),
            _ => format!("{} to {}", grouped(first.records), grouped(last.records)),
        };
        table.add_row([records, grouped(others.iter().map(|size| size.groups).sum())]);
    }
    table
}

/// What was lost, and what was done to lose no more.
pub(super) fn summary(report: &Anonymization, grouping: &Grouping) -> String {
    let method = grouping
        .algorithm
        .as_ref()
        .map_or_else(|| report.method.clone(), |algorithm| format!("{} with {algorithm}", report.method));
    format!(
        "{}\n{} made by {method}, {:.0} ms{}.",
        losses(report),
        counted(grouping.groups, "group"),
        report.search.elapsed_ms,
        steps(grouping)
    )
}

/// The requested measure, and those that published results of such methods state.
fn losses(report: &Anonymization) -> String {
    let asked = &report.search.quality;
    let stated = report.quality.iter().flat_map(|losses| [("ncp", losses.ncp), ("total", losses.total)]);
    let value = report.search.value.map(|value| (asked.as_str(), value));
    let all: Vec<String> = value
        .into_iter()
        .chain(stated.filter(|(name, _)| name != asked))
        .map(|(name, value)| format!("{name} {value:.6}"))
        .collect();
    format!("{}.", all.join(", "))
}

/// The steps that were taken at least once.
fn steps(grouping: &Grouping) -> String {
    let steps = [
        (grouping.parts, "part", "on disk"),
        (grouping.identical, "group", "of identical records set aside"),
        (grouping.splits, "cluster", "split"),
        (grouping.dissolved, "cluster", "dissolved"),
        (grouping.moved, "step", "that lowered the loss"),
    ];
    let steps: Vec<String> = steps
        .into_iter()
        .filter(|(number, ..)| *number > 0)
        .map(|(number, noun, what)| format!("{} {what}", counted(number, noun)))
        .collect();
    if steps.is_empty() { String::new() } else { format!(": {}", steps.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe::anonymize::GroupsOfSize;

    fn of_sizes(records: std::ops::Range<u64>) -> Grouping {
        let sizes = records.map(|records| GroupsOfSize { records, groups: 2 * records });
        Grouping { sizes: sizes.collect(), ..Grouping::default() }
    }

    #[test]
    fn the_larger_sizes_share_a_line() {
        let lines = |records| sizes(&of_sizes(records)).to_string().lines().count();
        let frame = 4;
        assert_eq!([lines(5..15), lines(5..16), lines(5..2000)], [10, 11, 11].map(|rows| rows + frame));
        let text = sizes(&of_sizes(5..2000)).to_string();
        assert!(text.contains("│ 15 to 1,999   3,997,790 │"), "{text}");
        assert!(sizes(&of_sizes(5..16)).to_string().contains("│ 15        30     │"));
    }

    #[test]
    fn steps_that_were_not_taken_are_not_told() {
        assert_eq!(steps(&Grouping::default()), "");
        let grouping = Grouping { splits: 1, moved: 1200, ..Grouping::default() };
        assert_eq!(steps(&grouping), ": 1 cluster split, 1,200 steps that lowered the loss");
    }
}
