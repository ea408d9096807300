//! Everything that a call writes appears together: the solution, the report, and the release last.

use super::{Anonymization, Anonymize};
use crate::compare::Release;
use crate::{Result, evidence, json};
use lethe_data::Context;
use lethe_io::{Document, DocumentWriter, Error, Staged, StagedFolder, Workspace, commit_together};
use std::io::Write;

/// What is to be written besides the report.
#[derive(Default)]
pub(super) struct Written {
    /// A release that the verifier has accepted.
    pub(super) release: Option<Staged>,
    /// A release in several files that the verifier has accepted.
    pub(super) folder: Option<StagedFolder>,
    /// The text of a frozen solution.
    pub(super) frozen: Option<String>,
    /// The state of a run on disk, which is no longer needed once everything is written.
    pub(super) state: Option<Workspace>,
}

impl Written {
    /// Gives every file its name. The release comes last: where something else cannot be written, it is not published.
    pub(super) fn commit(
        self,
        request: &Anonymize,
        report: &mut Anonymization,
        context: &Context,
    ) -> Result<()> {
        let release = self.release.zip(request.output.as_ref());
        let folder = self.folder.zip(request.output_folder.as_ref());
        let folder_name = folder.as_ref().map(|(_, path)| path.display().to_string());
        report.output = release.as_ref().map(|(_, output)| output.name.clone()).or(folder_name);
        let frozen = self.frozen.zip(request.freeze.as_ref());
        report.frozen = frozen.as_ref().map(|(_, document)| document.name());
        // A solution holds values of the table.
        let frozen =
            frozen.map(|(text, document)| staged(document, document.create_private()?, &text)).transpose()?;
        let places = (release.as_ref().map(|(staged, _)| staged), folder.as_ref().map(|(staged, _)| staged));
        let reported = request.report.as_ref().map(|document| {
            let text = text(document, request, report, places, context)?;
            staged(document, document.create()?, &text)
        });
        let reported = reported.transpose()?;
        context.check_cancelled()?;
        commit_together(|| -> Result<()> {
            for file in frozen.into_iter().chain(reported) {
                file.commit()?;
            }
            if let Some((release, _)) = release {
                release.commit(context)?;
            }
            if let Some((folder, _)) = folder {
                folder.commit()?;
            }
            Ok(())
        })?;
        Ok(self.state.map_or(Ok(()), Workspace::remove)?)
    }
}

/// The report: a page about what was staged, or JSON.
fn text(
    document: &Document,
    request: &Anonymize,
    report: &Anonymization,
    (table, folder): (Option<&Staged>, Option<&StagedFolder>),
    context: &Context,
) -> Result<String> {
    if !document.path().is_some_and(evidence::is_page) {
        return Ok(json::pretty(report)? + "\n");
    }
    let table = table.map(|staged| Release::Table(staged.location().clone()));
    let folder = folder.map(|staged| Release::Compartments(staged.path().to_owned()));
    evidence::of_anonymization(request, report, table.or(folder), context)
}

fn staged(document: &Document, mut writer: DocumentWriter, text: &str) -> Result<DocumentWriter> {
    let fail = |source| Error::File { file: document.name(), action: "write", source };
    writer.write_all(text.as_bytes()).map_err(fail)?;
    writer.sync()?;
    Ok(writer)
}
