//! Discovery as users read it: what was found, which columns matter, what to do.

use crate::flags;
use crate::output::{self, printable};
use lethe::data::wording::{counted, grouped};
use lethe::discover::Discovery;
use std::fmt::Write;

/// Columns listed in the ranking.
const RANKED: usize = 10;

/// The discovery for readers, with so many sets.
pub(crate) fn text(discovery: &Discovery, top: usize) -> String {
    let mut text = heading(discovery);
    // Writing to a String cannot fail.
    if !discovery.standalone_identifiers.is_empty() {
        let names = printable(&discovery.standalone_identifiers.join(", "));
        let _ = writeln!(text, "Identify records by themselves (set aside): {names}");
    }
    if !discovery.minimal_qids.is_empty() {
        let _ = writeln!(text, "{}", sets(discovery, top));
        let more = discovery.minimal_qids.len().saturating_sub(top);
        if more > 0 {
            let noun = if more == 1 { "set" } else { "sets" };
            let hint = "--top N shows more, --format json all";
            let _ = writeln!(text, "… and {} more {noun}; {hint}", grouped(more as u64));
        }
        let _ = writeln!(text, "\n{}", columns(discovery));
    }
    safe_sets(discovery, top, &mut text);
    dependencies(discovery, &mut text);
    records(discovery, &mut text);
    for (title, sentences) in [("What to do:", &discovery.suggestions), ("Note:", &discovery.notes)] {
        if !sentences.is_empty() {
            let _ = writeln!(text, "\n{title}");
        }
        for sentence in sentences {
            let _ = writeln!(text, "  {}", printable(&flags::spelled(sentence)));
        }
    }
    text
}

fn heading(discovery: &Discovery) -> String {
    let records = counted(discovery.rows, "record");
    let columns = counted(discovery.columns.len() as u64, "column");
    let mut asked = format!("classes of fewer than {} records", grouped(discovery.k));
    if discovery.min_exposed > 1 {
        let _ = write!(asked, ", at least {} records exposed", grouped(discovery.min_exposed));
    }
    if let Some(size) = discovery.max_size {
        let _ = write!(asked, ", sets of up to {}", counted(size as u64, "column"));
    }
    if discovery.nulls == "wildcard" {
        asked.push_str(", missing values may be anything");
    }
    let found = match discovery.minimal_qids.len() {
        0 if discovery.complete && !discovery.standalone_identifiers.is_empty() => {
            "no quasi-identifier besides the columns that identify records by themselves".to_owned()
        }
        0 if discovery.complete => "no quasi-identifier".to_owned(),
        0 => "no quasi-identifier so far".to_owned(),
        count => {
            let so_far = if discovery.complete { "" } else { " so far" };
            format!("{}{so_far}", counted(count as u64, "minimal quasi-identifier"))
        }
    };
    let exposed = discovery.exposed_records.filter(|_| !discovery.minimal_qids.is_empty());
    let exposed = exposed.map_or_else(String::new, |exposed| {
        format!(", which expose {} ({})", counted(exposed, "record"), share(exposed, discovery.rows))
    });
    let mut text = String::new();
    if let Some(all) = discovery.all_columns {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{} of records are unique on {}{}.",
            share(all.unique_rows, discovery.rows),
            if discovery.columns.len() == 1 { "this column" } else { "these columns together" },
            if discovery.k > 2 {
                format!(
                    "; {} are in classes of fewer than {}",
                    share(all.exposed_rows, discovery.rows),
                    discovery.k
                )
            } else {
                String::new()
            }
        );
    }
    let _ = writeln!(text, "{records}, {columns} combined ({asked}): {found}{exposed}");
    text
}

fn sets(discovery: &Discovery, top: usize) -> output::Table {
    let witnesses = discovery.witnesses.as_ref();
    let mut headings = vec!["column set", "size", "records exposed", "share"];
    headings.extend(witnesses.map(|_| "rows"));
    let mut table = output::table(&headings);
    table.align_right(1..4);
    for (index, set) in discovery.minimal_qids.iter().take(top).enumerate() {
        let records = discovery.coverage.as_ref().and_then(|coverage| coverage.get(index));
        let mut row = vec![
            printable(&set.join(", ")),
            set.len().to_string(),
            records.map_or_else(String::new, |&records| grouped(records)),
            records.map_or_else(String::new, |&records| share(records, discovery.rows)),
        ];
        if let Some(rows) = witnesses.and_then(|witnesses| witnesses.get(index)) {
            row.push(rows.iter().map(u64::to_string).collect::<Vec<_>>().join(" "));
        }
        table.add_row(row);
    }
    table
}

fn share(part: u64, all: u64) -> String {
    share_of(part as f64 / all.max(1) as f64)
}

/// A share in percent that is never rounded to nothing or to all.
pub(super) fn share_of(share: f64) -> String {
    match share * 100.0 {
        percent if percent > 0.0 && percent < 0.05 => "< 0.1 %".to_owned(),
        percent if (99.95..100.0).contains(&percent) => "> 99.9 %".to_owned(),
        percent => format!("{percent:.1} %"),
    }
}

fn columns(discovery: &Discovery) -> output::Table {
    let records = discovery.column_risks.iter().any(|risk| risk.records.is_some());
    let mut headings = vec!["column", "in sets", "share", "smallest set"];
    headings.extend(records.then_some("freed if dropped"));
    let coarser = discovery.column_risks.iter().any(|risk| risk.generalized.is_some());
    headings.extend(coarser.then_some("freed if generalized"));
    let mut table = output::table(&headings);
    table.align_right(1..headings.len());
    for risk in discovery.column_risks.iter().take(RANKED) {
        let mut row = vec![
            printable(&risk.column),
            grouped(risk.sets),
            share(risk.sets, discovery.minimal_qids.len() as u64),
            risk.smallest_set.to_string(),
        ];
        row.extend(risk.records.map(grouped));
        if coarser {
            row.push(risk.generalized.map(|generalized| grouped(generalized.relieved)).unwrap_or_default());
        }
        table.add_row(row);
    }
    table
}

fn safe_sets(discovery: &Discovery, top: usize, text: &mut String) {
    let Some(safe) = &discovery.maximal_safe_sets else { return };
    let _ = writeln!(text, "\n{}:", counted(safe.len() as u64, "maximal safe set"));
    for set in safe.iter().take(top) {
        let names = if set.is_empty() { "(no columns)".to_owned() } else { printable(&set.join(", ")) };
        let _ = writeln!(text, "  {names}");
    }
    if safe.len() > top {
        let _ = writeln!(text, "  … and {} more", grouped((safe.len() - top) as u64));
    }
}

fn dependencies(discovery: &Discovery, text: &mut String) {
    let Some(found) = &discovery.dependencies else { return };
    let _ = writeln!(text, "\nColumns that say nothing new:");
    if found.constant.is_empty() && found.determined.is_empty() {
        let _ = writeln!(text, "  none");
    }
    if !found.constant.is_empty() {
        let _ = writeln!(text, "  {}: the same for everybody", printable(&found.constant.join(", ")));
    }
    for determined in &found.determined {
        let how = if determined.mutual { "says the same as" } else { "follows from" };
        let _ = writeln!(text, "  {}", printable(&format!("{} {how} {}", determined.column, determined.by)));
    }
}

fn records(discovery: &Discovery, text: &mut String) {
    let Some(records) = &discovery.records else { return };
    let _ = writeln!(
        text,
        "\n{}: {} with minimal sets of up to {}",
        records.file,
        counted(records.rows_at_risk, "row"),
        counted(records.max_size as u64, "column")
    );
    let mut shares: Vec<_> = records.columns.iter().filter(|column| column.share > 0.0).collect();
    shares.sort_by(|a, b| b.share.total_cmp(&a.share));
    for column in shares.iter().take(RANKED) {
        let _ =
            writeln!(text, "  {} of their scores with {}", share_of(column.share), printable(&column.column));
    }
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn shares_are_never_rounded_to_nobody_or_everybody() {
        assert_eq!([share(0, 9), share(1, 3), share(9, 9)], ["0.0 %", "33.3 %", "100.0 %"]);
        assert_eq!([share(1, 1_000_000), share(999_999, 1_000_000)], ["< 0.1 %", "> 99.9 %"]);
    }
}
