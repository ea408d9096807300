//! A table that somebody changes while it is worked on.

use crate::grouping::task::{Place, Row, Task, Way};
use lethe::Context;
use lethe::anonymize::{Anonymize, anonymize};
use lethe::data::{NoProgress, ProgressSink, ProgressTask};
use lethe::recipe_file::{Algorithm, Method};
use std::path::PathBuf;
use std::sync::Arc;

/// Changes a file when a step begins.
struct Meddler {
    file: PathBuf,
    step: &'static str,
    text: String,
}

impl ProgressSink for Meddler {
    fn begin(&self, label: &str, _total: Option<u64>) -> Box<dyn ProgressTask> {
        if label == self.step {
            std::fs::write(&self.file, &self.text).unwrap();
        }
        Box::new(NoProgress)
    }
}

#[test]
fn a_table_that_changes_between_its_readings_is_not_published() {
    let rows: Vec<Row> = (0..60).map(|row| (1 + row % 10, row, 1 + row / 3, 0)).collect();
    let task = Task::of(rows, Way::DiskCluster(Algorithm::KMember), 4);
    let place = Place::of(&task);
    let input = place.request(&task, "out.csv").data.path.unwrap();
    let whole = std::fs::read_to_string(&input).unwrap();
    let without_last: String = whole.lines().take(60).map(|line| format!("{line}\n")).collect();
    let with_more = format!("{whole}{}\n", whole.lines().last().unwrap());
    for text in [without_last, with_more] {
        std::fs::write(&input, &whole).unwrap();
        let meddler = Meddler { file: input.clone(), step: "writing", text };
        let context = Context::new(1).unwrap().with_progress(Arc::new(meddler));
        let error = place.run(&task, "out.csv", &context).unwrap_err();
        assert!(error.to_string().contains("was changed while it was worked on"), "{error}");
        assert!(!place.file("out.csv").exists() && !place.file("out.csv.lethe-work").exists());
    }
}

#[test]
fn a_search_that_was_never_on_disk_is_not_resumed_there() {
    let rows: Vec<Row> = (0..60).map(|row| (1 + row % 10, row, 1 + row / 3, 0)).collect();
    let task = Task::of(rows, Way::Cluster(Algorithm::KMember), 4);
    let place = Place::of(&task);
    let mut request = place.request(&task, "out.csv");
    request.recipe.search.method = Method::default();
    let report = anonymize(&Anonymize { resume: true, ..request }, &Context::new(1).unwrap()).unwrap();
    assert!(report.holds && report.method == "auto" && report.grouping.is_none());
}
