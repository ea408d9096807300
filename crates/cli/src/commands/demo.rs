//! `lethe demo`

use crate::args::Global;
use crate::commands::files;
use crate::exit::Failure;
use crate::output;
use clap::Args;
use lethe::Context;
use lethe::attack::AttackReport;
use lethe::compare::Comparison;
use lethe::data::wording::{counted, grouped};
use lethe::demo::{Demo, Story, demo};
use lethe::request::Verdict;
use std::path::PathBuf;

/// The whole path on generated data: make a health table, find its quasi-identifiers, attack it, publish it in two ways,
/// verify both, report what they cost, and attack them again.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  lethe demo\n  lethe demo --folder story")]
pub(crate) struct Arguments {
    /// The folder for the files; a new temporary one when not given.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    let request = Demo { folder: arguments.folder.clone() };
    files::check(request.files(), global)?;
    let story = demo(&request, context)?;
    output::report(global, &story, || text(&story))?;
    Ok(Verdict::Holds)
}

/// Sets that are shown as examples.
const EXAMPLES: usize = 3;

fn text(story: &Story) -> String {
    [
        made(story),
        inspected(story),
        discovered(story),
        attacked(story),
        generalized(story),
        split(story),
        verified(story),
        cost(story),
        attacked_again(story),
        next(story),
    ]
    .join("\n")
}

fn made(story: &Story) -> String {
    let made = &story.generated;
    format!(
        "1. A synthetic table (lethe generate).\n   {}: {} records, {} columns, generated from a seed.\n",
        made.output,
        grouped(made.rows),
        made.columns
    )
}

fn inspected(story: &Story) -> String {
    let of = |role: &str| {
        let columns = story.inspection.columns.iter().filter(|column| column.role == role);
        columns.map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ")
    };
    format!(
        "2. What is in it? (lethe inspect)\n   Direct identifiers: {}.\n   Quasi-identifiers: {}.\n   \
         Sensitive attributes: {}.\n",
        of("identifying"),
        of("quasi"),
        of("sensitive")
    )
}

fn discovered(story: &Story) -> String {
    let found = &story.discovery;
    let mut sets: Vec<(&Vec<String>, u64)> =
        found.minimal_qids.iter().zip(found.coverage.iter().flatten().copied()).collect();
    // A single column is no surprise; few columns together are.
    sets.retain(|(set, _)| set.len() > 1);
    sets.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(other.0)));
    let examples: String = sets
        .iter()
        .take(EXAMPLES)
        .map(|(set, records)| format!("   {} expose {}.\n", set.join(" and "), counted(*records, "record")))
        .collect();
    format!(
        "3. Is it enough to drop the direct identifiers? (lethe discover)\n   No: {} of at most {} columns expose at least 1 % \
         of the records.\n{examples}",
        counted(found.minimal_qids.len() as u64, "minimal set"),
        found.max_size.unwrap_or_default(),
    )
}

fn attacked(story: &Story) -> String {
    let attack = &story.attacks.original;
    format!(
        "4. An attack on the table without direct identifiers (lethe attack).\n   The attacker knows {} of every patient: {}.\n   {} of \
         {} patients are re-identified, {} of them correctly, and the disease of {} is disclosed.\n",
        counted(attack.columns.len() as u64, "column"),
        attack.columns.join(", "),
        grouped(attack.reidentified),
        grouped(attack.known),
        grouped(attack.correct.unwrap_or_default()),
        grouped(attack.disclosed),
    )
}

fn generalized(story: &Story) -> String {
    let made = &story.anonymization;
    let loss = made.search.value.map_or_else(String::new, |loss| {
        let proof = if made.search.optimal { ", proven to be the least" } else { "" };
        format!(" The loss is {loss:.3}{proof}.")
    });
    format!(
        "5. First release: generalization (lethe anonymize --recipe {}).\n   Values are generalized until every \
         record equals at least {} others and their diseases differ.\n  {loss} {} suppressed.\n   Published: {}\n",
        story.recipe,
        story.split.verification.k - 1,
        counted(made.suppressed, "record"),
        made.output.as_deref().unwrap_or("nothing"),
    )
}

fn split(story: &Story) -> String {
    let made = &story.split.anonymization;
    let files = made.elimination.as_ref().and_then(|elimination| elimination.compartments.as_ref());
    let examples: Vec<String> = files
        .into_iter()
        .flat_map(|compartments| &compartments.files)
        .filter(|file| file.columns.len() > 1)
        .map(|file| file.columns.join(" with "))
        .collect();
    let together = match examples.as_slice() {
        [] => "no two columns".to_owned(),
        some => some.join("; "),
    };
    let altered = made.elimination.as_ref().map_or(0.0, |elimination| 100.0 * elimination.altered_share);
    format!(
        "6. Second release: compartments (lethe anonymize --recipe {}).\n   The columns are split into {}, each shuffled by itself; \
         columns kept together: {together}.\n   Only values that are rare by themselves are suppressed, {altered:.0} % of the cells.\n   \
         Published: {}\n",
        story.split.recipe,
        counted(files.map_or(0, |compartments| compartments.files.len()) as u64, "table"),
        made.output.as_deref().unwrap_or("nothing"),
    )
}

fn verified(story: &Story) -> String {
    let release = if story.verification.holds { "every model holds" } else { "NOT every model holds" };
    let parts = if story.split.verification.holds {
        "no record is re-identified by joining them"
    } else {
        "records ARE re-identified by joining them"
    };
    format!(
        "7. Verification of the written files by independent code (lethe verify).\n   \
         The generalized table: {release}. The compartments: {parts}.\n"
    )
}

fn cost(story: &Story) -> String {
    let (levels, parts) = (&story.comparison, &story.split.comparison);
    let mut text =
        format!("8. What did it cost? (lethe compare)\n   {:<44}{:>12}{:>12}\n", "", "generalized", "split");
    for (what, figure) in COSTS {
        text += &format!("   {what:<44}{:>12}{:>12}\n", figure(&levels.figures), figure(&parts.figures));
    }
    text + &format!(
        "   Generalization keeps associations, compartments keep values: choose by what the data is for.\n   \
         With charts: {} and {}\n",
        levels.report, parts.report
    )
}

/// A figure of a release, as text.
type Figure = fn(&Comparison) -> String;

const COSTS: [(&str, Figure); 4] = [
    ("unchanged cells", |figures| {
        figures.altered_share.map_or_else(|| "–".to_owned(), |share| percent(1.0 - share))
    }),
    ("data score kept", |figures| percent(figures.data_score.released / figures.data_score.original)),
    ("relative accuracy of a tree for gender", |figures| learned(figures, "decision tree")),
    ("relative accuracy of a regression for it", |figures| learned(figures, "logistic regression")),
];

/// The share of what the original teaches that the release still does.
fn learned(figures: &Comparison, model: &str) -> String {
    let mut models = figures.learning.iter().flatten();
    let relative = models.find(|learned| learned.model == model).and_then(|learned| learned.relative);
    relative.map_or_else(|| "–".to_owned(), percent)
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn attacked_again(story: &Story) -> String {
    let nobody = story.attacks.release.is_good() && story.attacks.compartments.is_good();
    let after = |attack: &AttackReport| {
        format!(
            "{} re-identified, {} with fewer than {} candidates, the disease of {} disclosed",
            grouped(attack.reidentified),
            grouped(attack.below_k),
            attack.k,
            grouped(attack.disclosed)
        )
    };
    format!(
        "9. The same attack on the releases (lethe attack).\n   The generalized table: {}.\n   The \
         compartments: {}.\n   {}\n",
        after(&story.attacks.release),
        after(&story.attacks.compartments),
        if nobody {
            "Nobody is re-identified, and no disease is disclosed."
        } else {
            "SOMEBODY is re-identified, or a disease disclosed: this must not happen."
        }
    )
}

fn next(story: &Story) -> String {
    let (data, recipe) = (&story.generated.output, &story.recipe);
    let age = story.generated.hierarchies.iter().find(|hierarchy| hierarchy.column == "age");
    let age = age.map_or_else(String::new, |age| format!("  lethe hierarchy show {}\n", age.file));
    format!(
        "Next:\n  lethe inspect {data} --show-values\n  lethe discover {data} --k 5 --min-exposed 1%\n  \
         lethe discover {data} --max-size 3 --plot exposed.svg\n{age}  \
         lethe anonymize {data} --recipe {recipe} --k 10 --explain\n  \
         lethe attack {} --known {data} --recipe {recipe} --knowledge 1..6 --plot success.svg\n  \
         lethe convert {data} -o health.parquet\n  lethe discover YOUR.csv\n",
        story.anonymization.output.as_deref().unwrap_or(data),
    )
}
