//! The sections of the page that are not those of a comparison.

use crate::attack::{AttackReport, KnowledgeAttack};
use crate::compare::sections::{self, share};
use crate::evidence::{EvidenceReport, ProvenModel, ReportedColumn};
use lethe_data::wording::{counted, grouped};
use lethe_report::html::{
    BarPair, bars, card, charts, heading, key, list, paragraph, preformatted, soft_paragraph, table,
    text_table, tiles, verdict as verdict_box,
};
use serde_json::Value;
use std::collections::BTreeMap;

pub(super) fn verdict(report: &EvidenceReport) -> String {
    let failing = report.proof.models.iter().filter(|model| !model.holds).count() as u64;
    let models = report.proof.models.len() as u64;
    let answer = match (report.holds, &report.released) {
        (true, _) if models == 1 => "The privacy model holds.".to_owned(),
        (true, _) if models == 2 => "Both privacy models hold.".to_owned(),
        (true, _) => format!("All {models} privacy models hold."),
        (false, None) => "Nothing was published.".to_owned(),
        (false, Some(_)) if failing == 0 => "It is not proven that the release is safe.".to_owned(),
        (false, Some(_)) => format!("{failing} of {} not satisfied.", counted(models, "privacy model")),
    };
    let row = |model: &ProvenModel| {
        let name = model
            .variant
            .as_ref()
            .map_or(model.model.clone(), |variant| format!("{variant} {}", model.model));
        let relation = model.comparison.replace('-', " ");
        [
            name,
            model.column.clone().unwrap_or_else(|| "all quasi-identifiers".to_owned()),
            format!("{relation} {}", model.required),
            model.achieved.as_ref().map_or("–".to_owned(), ToString::to_string),
            if model.holds { "holds" } else { "does not hold" }.to_owned(),
        ]
    };
    let headings = ["model", "protects", "required", "achieved (worst class)", "verdict"];
    let models = report.proof.models.iter().map(row);
    let table = if report.proof.models.is_empty() {
        String::new()
    } else {
        text_table("Privacy models", &headings, models)
    };
    verdict_box(report.holds, &answer, &report.proof.how) + &headline(report) + &table
}

fn headline(report: &EvidenceReport) -> String {
    let Some(found) = &report.comparison else { return String::new() };
    let risk = &found.risk;
    let highest = |attack: Option<&crate::risk::Attack>| share(attack.map(|attack| attack.max));
    let mut all = vec![
        (
            highest(risk.released.prosecutor.as_ref()),
            format!(
                "highest re-identification risk, {} in the original",
                highest(risk.original.prosecutor.as_ref())
            ),
        ),
        (
            grouped(risk.released.unique_rows),
            format!("unique records, {} in the original", grouped(risk.original.unique_rows)),
        ),
        (grouped(found.rows.released), format!("records, {} in the original", grouped(found.rows.original))),
        (
            share(Some(risk.released.suppressed as f64 / risk.released.rows.max(1) as f64)),
            format!("of the records suppressed ({})", grouped(risk.released.suppressed)),
        ),
        (share(found.associations.preserved), "of associations preserved".to_owned()),
    ];
    let learned =
        found.learning.iter().flatten().max_by(|one, other| one.accuracy.total_cmp(&other.accuracy));
    if let (Some(best), Some(class)) = (learned, &found.class) {
        let original = share(Some(best.original_accuracy));
        all.push((share(Some(best.accuracy)), format!("accuracy for {class}, {original} from the original")));
    }
    tiles(&all)
}

pub(super) fn published(report: &EvidenceReport) -> String {
    if report.columns.is_empty() {
        return String::new();
    }
    let role = |column: &ReportedColumn| match column.role.as_deref() {
        Some("identifying") => "direct identifier",
        Some("quasi") => "quasi-identifier",
        Some("sensitive") => "sensitive",
        Some("insensitive") => "insensitive",
        _ => "no role",
    };
    let row = |column: &ReportedColumn| {
        [column.name.clone(), role(column).to_owned(), level(column), share(column.missing)]
    };
    let shown = report.columns.iter().filter(|column| column.published).count();
    let method = report.proof.method.as_ref();
    let method = method.map_or_else(String::new, |method| format!(", by the method {method}"));
    paragraph(&format!("{shown} of {} columns{method}.", report.columns.len()))
        + &text_table(
            "Published columns",
            &["column", "role", "published as", "missing or suppressed"],
            report.columns.iter().map(row),
        )
}

/// What a column is published as, such as `level 2 of 4 (e.g. 20-39)`.
fn level(column: &ReportedColumn) -> String {
    if !column.published {
        return "not published".to_owned();
    }
    let example = column.example.as_ref().map_or_else(String::new, |label| format!(" (e.g. {label})"));
    match column.levels {
        Some(levels) if levels.lowest == levels.top && levels.top > 0 => "completely suppressed".to_owned(),
        Some(levels) if levels.lowest == levels.highest => {
            let unchanged = if levels.lowest == 0 { ": original values" } else { "" };
            format!("level {} of {}{unchanged}{example}", levels.lowest, levels.top)
        }
        Some(levels) => format!("levels {} to {} of {}{example}", levels.lowest, levels.highest, levels.top),
        None if column.missing.is_some_and(|missing| missing >= 1.0) => "completely suppressed".to_owned(),
        None if example.is_empty() => "original values".to_owned(),
        None => format!("generalized{example}"),
    }
}

pub(super) fn risk(report: &EvidenceReport) -> String {
    let Some(found) = &report.comparison else { return String::new() };
    let journalist = report.journalist.as_ref().map_or_else(String::new, |risk| {
        let row = [
            "journalist risk, highest".to_owned(),
            share(risk.original.map(|attack| attack.max)),
            share(risk.released_max),
        ];
        paragraph("A journalist looks for anybody of the population that the recipe names.")
            + &table("Journalist risk", &["measure", "original", "release"], std::iter::once(row))
    });
    sections::risk(found) + &journalist
}

pub(super) fn attacks(report: &EvidenceReport) -> String {
    let Some(attack) = &report.attack else {
        return soft_paragraph("No attack was tried.");
    };
    let unique = report.comparison.as_ref().map(|found| found.risk.original.unique_rows);
    let of = |records: u64| {
        format!("{} ({})", grouped(records), share(Some(records as f64 / attack.known.max(1) as f64)))
    };
    let mut rows = vec![
        ["attacked with the original's quasi-identifiers".to_owned(), grouped(attack.known)],
        ["re-identified: exactly one candidate record".to_owned(), of(attack.reidentified)],
        [format!("narrowed down to fewer than {} records", attack.k), of(attack.below_k)],
        ["a sensitive value disclosed: all candidates share it".to_owned(), of(attack.disclosed)],
    ];
    rows.extend(
        attack
            .sensitive
            .iter()
            .map(|one| [format!("of these in the column {}", one.column), of(one.disclosed)]),
    );
    rows.push(["mean chance to name the right record".to_owned(), share(attack.mean_success)]);
    if attack.no_candidate > 0 {
        rows.push(["no record fits".to_owned(), of(attack.no_candidate)]);
    }
    let baseline = unique.map_or_else(String::new, |unique| {
        format!(" In the original, {} are re-identified this way.", of(unique))
    });
    let candidates = by_candidates(report, attack);
    let chart = card(
        Some("Attacked records by the number of candidates"),
        &bars(
            "Attacked records by the number of candidates in the release",
            "attacked records",
            &candidates,
            0,
        ),
    );
    paragraph(&format!(
        "An attacker who has the original values of {} looks for every record in the release.{baseline} An attack shows what one \
         attacker can do; it proves nothing about others.",
        if attack.columns.len() > 20 {
            counted(attack.columns.len() as u64, "column")
        } else {
            attack.columns.join(", ")
        }
    )) + &table("Attack with the original's quasi-identifiers", &["outcome", "records"], rows.into_iter())
        + key()
        + &charts(&chart)
        + &with_fewer_columns(attack)
        + &list(attack.notes.iter().map(String::as_str))
}

/// What attackers achieve who know only some of the columns, drawn for every record.
fn with_fewer_columns(attack: &AttackReport) -> String {
    let Some(released) = &attack.knowledge else { return String::new() };
    let original = attack.original.as_ref().and_then(|original| original.knowledge.as_deref());
    let unique = |one: &KnowledgeAttack| share(Some(one.reidentified as f64 / one.attacks.max(1) as f64));
    let before = |at: usize, figure: &dyn Fn(&KnowledgeAttack) -> String| {
        original.and_then(|original| original.get(at)).map_or_else(String::new, figure)
    };
    let rows = released.iter().enumerate().map(|(at, one)| {
        [
            grouped(one.knowledge as u64),
            before(at, &unique),
            unique(one),
            before(at, &|one| share(one.mean_success)),
            share(one.mean_success),
        ]
    });
    let headings = [
        "known columns",
        "one candidate, original",
        "release",
        "chance to name the record, original",
        "release",
    ];
    table("Attacks with fewer columns, drawn for every record", &headings, rows)
}

/// Records by their number of candidates: in the original, the size of their class.
fn by_candidates(report: &EvidenceReport, attack: &AttackReport) -> Vec<BarPair> {
    let mut rows: BTreeMap<(u64, u64), (f64, f64)> = BTreeMap::new();
    for one in report.comparison.iter().flat_map(|found| &found.risk.original.class_sizes) {
        rows.entry((one.from, one.to)).or_default().0 += one.rows as f64;
    }
    for one in &attack.candidates {
        rows.entry((one.from, one.to)).or_default().1 += one.records as f64;
    }
    let label = |(from, to): (u64, u64)| match (from, to) {
        (0, 0) => "none".to_owned(),
        (1, 1) => "1 (re-identified)".to_owned(),
        (from, to) if from == to => grouped(from),
        (from, to) => format!("{}–{}", grouped(from), grouped(to)),
    };
    rows.into_iter().map(|(range, (before, after))| BarPair { label: label(range), before, after }).collect()
}

pub(super) fn limits(report: &EvidenceReport) -> String {
    let row = |limit: &crate::evidence::Limit| {
        let name = if limit.model == "any" { "every model" } else { limit.model.as_str() };
        [name.to_owned(), limit.protects.clone(), limit.limit.clone()]
    };
    text_table(
        "Limits of the models",
        &["model", "protects against", "who could still be harmed"],
        report.limits.iter().map(row),
    )
}

pub(super) fn provenance(report: &EvidenceReport) -> String {
    let from = &report.provenance;
    let mut made = format!("Lethe {}, seed {}", from.version, from.seed);
    made += &from.date.as_ref().map_or_else(String::new, |date| format!(", {date}"));
    let files = from
        .files
        .iter()
        .map(|file| [file.role.clone(), file.name.clone(), grouped(file.bytes), file.sha256.clone()]);
    paragraph(&format!("Made with {made}."))
        + &text_table("Files", &["file", "name", "bytes", "SHA-256"], files)
        + &heading("The recipe as it was understood")
        + &preformatted("Recipe", &recipe_lines(&from.recipe))
}

/// A recipe with a line for each column, model and option.
fn recipe_lines(recipe: &Value) -> String {
    let mut lines = Vec::new();
    for (key, value) in recipe.as_object().into_iter().flatten() {
        match value {
            Value::Object(entries) => {
                lines.extend(entries.iter().map(|(name, entry)| format!("{key}.{name} = {entry}")));
            }
            Value::Array(items) => lines.extend(items.iter().map(|item| format!("{key} = {item}"))),
            other => lines.push(format!("{key} = {other}")),
        }
    }
    lines.join("\n")
}

pub(super) fn notes(report: &EvidenceReport) -> String {
    let compared = report.comparison.iter().flat_map(|found| &found.notes);
    let mut all: Vec<String> = report.notes.iter().chain(compared).cloned().collect();
    all.dedup();
    sections::notes(&all)
}
