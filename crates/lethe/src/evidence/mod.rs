//! The evidence report: what was published, what protects it and how that was proven, what it cost, and who could still be harmed.
//!
//! # Where is what?
//!
//! `lethe/src/evidence`: `request.rs` is the verb `report` on an existing release; `of_anonymization.rs` makes the same report of a
//! release that is about to get its name. Both say what is to be looked at as [`gather::Material`], and `gather.rs` asks the other
//! verbs: `verify` (`proof.rs`), `compare`, `attack`. `limits.rs` has the limits of each model in plain words, `provenance.rs` the
//! hashes of files. `html/` lays the report out with the sections of `compare/html`.

mod gather;
mod html;
mod limits;
mod of_anonymization;
mod proof;
mod provenance;
mod report;
mod request;
#[cfg(test)]
mod tests;

pub use html::html;
pub(crate) use of_anonymization::{is_page, of_anonymization};
pub use report::{
    EvidenceReport, FileRecord, JournalistRisk, Limit, Proof, ProvenModel, Provenance, ReportedColumn,
};
pub use request::Evidence;

use crate::compare::Described;
use crate::{Result, json};
use gather::{Material, gather};
use lethe_data::{Context, calendar};
use std::time::{SystemTime, UNIX_EPOCH};

/// Reads an original, its release and the recipe, and gathers the evidence that the release is safe and useful. Where `output` is given, it
/// is written there: as a page where the name ends in `.html`, else as JSON.
///
/// **Guarantee**: `holds` is true only when the verifier has read the release and found that every model of the recipe holds. No value of a cell
/// is in the report, except labels that at least k cells of the release show, and what the recipe says.
/// **Cost**: that of `verify`, `compare` with a class, and `attack` together.
/// **Errors**: a file cannot be read, or the recipe does not fit it.
pub fn evidence(request: &Evidence, context: &Context) -> Result<EvidenceReport> {
    request.files().check()?;
    request.check()?;
    let described = Described::by(Some(&request.recipe))?;
    let proof = proof::of_release(request, &described.recipe, context)?;
    let recipe = Some(request.recipe.as_path());
    let material = Material {
        original: &request.original,
        released: Some(request.released.clone()),
        released_name: request.released.to_string(),
        read: request.read.clone(),
        described,
        proof,
        suppressed: None,
        class: request.class.clone(),
        k: request.k,
        date: request.date.clone(),
        recipe_file: recipe,
    };
    let report = gather(material, context)?;
    if let Some(output) = &request.output {
        let is_html = output.path().is_some_and(is_page);
        let text = if is_html { html(&report) } else { json::pretty(&report)? + "\n" };
        output.write(text.as_bytes())?;
    }
    Ok(report)
}

/// The moment of the call as `2026-01-31T12:00:00Z`, for programs that date their reports; no report reads the clock itself.
pub fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{}Z", calendar::iso_datetime(since.as_secs() as i64 * 1_000_000))
}
