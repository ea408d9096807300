//! Searching generalization lattices against the published times of the reference tool, against the published Flash
//! algorithm on the same checker, and against what was promised of time and memory.

mod agree;
mod case;
mod tables;

use super::Bench;
use super::lab::{Lab, THREADS};
use super::report::Report;
use crate::shell;
use anyhow::{Context, Result};
pub(crate) use case::Case;
use case::{CASES, WIDE, WIDE_ROWS, WIDE_SECONDS};
use serde_json::{Value, json};
use std::path::Path;

/// Searching generalization lattices.
pub(crate) struct Lattice;

/// A real table that was searched, and by Flash where that was asked for.
struct Measured {
    case: &'static Case,
    ours: Value,
    flash: Option<Value>,
}

impl Bench for Lattice {
    fn name(&self) -> &'static str {
        "lattice"
    }

    fn question(&self) -> &'static str {
        "How long does it take to find the best levels of generalization and to prove it, compared with the times that \
         the reference tool is known for and with the published Flash algorithm on the same checker; how much memory \
         does it take; and how near is the best that a stopped search of a wide lattice knows?"
    }

    fn has_peers(&self) -> bool {
        false
    }

    fn measure(&self, lab: &Lab) -> Result<Report> {
        let mut measured = Vec::new();
        for case in CASES {
            measured.extend(take(lab, case)?);
        }
        let local = local(lab)?;
        let wide = wide(lab)?;
        let mut tables = vec![
            tables::times(&measured),
            tables::effort(&measured),
            tables::solutions(&measured),
            tables::memory(&measured),
            tables::flash(&measured),
        ];
        tables.extend(local.as_ref().map(tables::local));
        tables.push(tables::wide(&wide));
        let samples: Vec<Value> = measured
            .iter()
            .map(|one| json!({"case": one.case.name(), "ours": one.ours, "flash": one.flash}))
            .collect();
        Ok(Report { tables, samples: json!({"searches": samples, "local": local, "wide": wide}) })
    }
}

/// Searches a real table; nothing when it is not on this machine.
fn take(lab: &Lab, case: &'static Case) -> Result<Option<Measured>> {
    let Some(file) = Case::real(case.data).file(lab)? else { return Ok(None) };
    println!("searching {}", case.name());
    let suppression = format!("suppression={}", case.suppression);
    let mut words = case.models.to_vec();
    words.push(&suppression);
    let ours = search(lab, &file, &beside(&file, case.data), &words)?;
    agree::proven(&ours, case)?;
    let flash = if case.flash {
        words.push("search=flash");
        let flash = search(lab, &file, &beside(&file, case.data), &words)?;
        agree::proven(&flash, case)?;
        agree::same(&ours, &flash, case)?;
        Some(flash)
    } else {
        None
    };
    Ok(Some(Measured { case, ours, flash }))
}

/// Local recoding of adult with nobody suppressed.
fn local(lab: &Lab) -> Result<Option<Value>> {
    let Some(file) = Case::real("adult").file(lab)? else { return Ok(None) };
    println!("recoding adult locally");
    let recoded = search(lab, &file, &beside(&file, "adult"), &["k=5", "search=local"])?;
    agree::nobody_suppressed(&recoded)?;
    Ok(Some(recoded))
}

/// Lattices that no search can finish, each stopped after the same time.
fn wide(lab: &Lab) -> Result<Vec<Value>> {
    let rows = lab.rows(WIDE_ROWS).to_string();
    let (file, folder) =
        (lab.file(&format!("lattice-health-{rows}.parquet")), lab.file("lattice-health-hierarchies"));
    if !file.exists() || !folder.exists() {
        let mut generate = lab.ours("lethe");
        generate.args(["generate", "health", "--rows", &rows, "--seed", "1", "-q", "--hierarchies"]);
        shell::run(generate.arg(&folder).arg("-o").arg(&file))?;
    }
    let hierarchies = format!("{}/", folder.display());
    let searched = WIDE.iter().map(|columns| {
        println!("searching {columns} quasi-identifiers for {WIDE_SECONDS} s");
        let (columns, seconds) = (format!("columns={columns}"), format!("seconds={WIDE_SECONDS}"));
        search(lab, &file, &hierarchies, &["k=5", "suppression=5", &columns, &seconds])
    });
    searched.collect()
}

/// What the names of a table's hierarchy files start with.
fn beside(file: &Path, data: &str) -> String {
    file.with_file_name(format!("{data}_hierarchy_")).display().to_string()
}

fn search(lab: &Lab, file: &Path, hierarchies: &str, words: &[&str]) -> Result<Value> {
    let mut command = lab.ours("lethe-bench");
    command.arg("lattice").arg(format!("file={}", file.display()));
    command.arg(format!("hierarchies={hierarchies}")).arg(format!("threads={THREADS}"));
    command.arg(format!("repeats={}", lab.rounds)).args(words);
    let lines = shell::json_lines(&mut command)?;
    lines.into_iter().next().context("lethe-bench lattice printed nothing")
}
