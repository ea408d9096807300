//! The models in their plainest form, and everything that must be true of a release.

use crate::grouping::task::{Place, Task, lines_of, location};
use crate::grouping::truth::{is_true, read};
use lethe::Context;
use lethe::anonymize::Anonymization;
use lethe::requirements::flags;
use lethe::verify::{SuppressedRecords, Verify, verify};
use std::collections::BTreeMap;

/// Room for the rounding of this file's own sums.
const ROUNDING: f64 = 1e-9;

/// Whether records with these diseases satisfy the models of a task, compared with everyone's.
pub(crate) fn holds(task: &Task, class: &[u8], everyone: &[u8]) -> bool {
    class.len() as u64 >= task.k
        && task.model.is_none_or(|(flag, text)| model_holds(flag, text, class, everyone))
}

fn model_holds(flag: &str, text: &str, class: &[u8], everyone: &[u8]) -> bool {
    let (parameter, _) = text.split_once('@').unwrap();
    let number = |text: &str| text.parse::<f64>().unwrap();
    let mut values = everyone.to_vec();
    values.sort_unstable();
    values.dedup();
    let share = |records: &[u8], value: u8| {
        records.iter().map(|&own| f64::from(own == value)).sum::<f64>() / records.len() as f64
    };
    let shares = || values.iter().map(|&value| (share(class, value), share(everyone, value)));
    match (flag, parameter.split_once(':')) {
        ("l", Some(("distinct", l))) => shares().filter(|(own, _)| *own > 0.0).count() as f64 >= number(l),
        ("l", Some(("entropy", l))) => {
            let entropy: f64 = shares().map(|(own, _)| if own > 0.0 { -own * own.ln() } else { 0.0 }).sum();
            entropy.exp() >= number(l) - ROUNDING
        }
        ("t", _) if text.ends_with(":ordered") => {
            let mut moved = 0.0;
            let steps = shares().map(|(own, all)| {
                moved += own - all;
                f64::abs(moved)
            });
            steps.sum::<f64>() / (values.len() as f64 - 1.0).max(1.0) <= number(parameter) + ROUNDING
        }
        ("t", _) => {
            shares().map(|(own, all)| (own - all).abs()).sum::<f64>() / 2.0 <= number(parameter) + ROUNDING
        }
        ("beta", _) => shares().all(|(own, all)| (own - all) / all <= number(parameter) + ROUNDING),
        _ => unreachable!("no such model in these tests"),
    }
}

/// Runs a task and judges all of it.
pub(crate) fn check(task: &Task) -> Option<Anonymization> {
    let place = Place::of(task);
    let context = Context::new(1).unwrap();
    let diseases: Vec<u8> = task.rows.iter().map(|row| row.3).collect();
    let possible = holds(task, &diseases, &diseases);
    let report = match place.run(task, "out.csv", &context) {
        Ok(report) => report,
        Err(error) => {
            assert!(!possible && error.fault() == lethe::Fault::Request, "{error}");
            return None;
        }
    };
    assert_eq!(report.holds, possible, "all records as one group would do: {:?}", report.notes);
    if !possible {
        assert!(report.output.is_none() && report.grouping.is_none());
        return Some(report);
    }
    let published = read(&std::fs::read_to_string(place.file("out.csv")).unwrap());
    check_cells(task, &published);
    check_classes(task, &published);
    check_report(task, &report);
    let models = task.models().iter().map(|(flag, text)| flags::parse(flag, text).unwrap()).collect();
    let request = Verify {
        models,
        quasi: task.quasi().iter().map(|&name| name.to_owned()).collect(),
        reference: Some(location(&place.file("data.csv"))),
        suppressed: SuppressedRecords::Class,
        ..Verify::of(location(&place.file("out.csv")))
    };
    assert!(verify(&request, &context).unwrap().holds, "{published:?}");
    Some(report)
}

/// Rows are in their order, the identifying column is gone, what is no quasi-identifier is as it was, labels are true.
fn check_cells(task: &Task, published: &[Vec<String>]) {
    let original = task.cells();
    assert_eq!(published.len(), original.len());
    assert_eq!(published[0], original[0][1..]);
    let lines = |name: &str| ["age", "city"].contains(&name).then(|| lines_of(name));
    let lines: Vec<Option<Vec<Vec<String>>>> = published[0].iter().map(|name| lines(name)).collect();
    for (shown, original) in published[1..].iter().zip(&original[1..]) {
        assert_eq!(shown.len(), original.len() - 1);
        for (at, (label, value)) in shown.iter().zip(&original[1..]).enumerate() {
            if !task.quasi().contains(&published[0][at].as_str()) {
                assert_eq!(label, value, "no quasi-identifier");
            } else if task.is_truthful() {
                assert!(is_true(label, value, lines[at].as_deref()), "{label:?} for {value:?}");
            }
        }
    }
}

fn check_classes(task: &Task, published: &[Vec<String>]) {
    let everyone: Vec<u8> = task.rows.iter().map(|row| row.3).collect();
    let mut classes: BTreeMap<&[String], Vec<u8>> = BTreeMap::new();
    for (shown, &disease) in published[1..].iter().zip(&everyone) {
        classes.entry(&shown[..task.quasi]).or_default().push(disease);
    }
    for (labels, class) in classes {
        assert!(holds(task, &class, &everyone), "{labels:?} {class:?}");
    }
}

fn check_report(task: &Task, report: &Anonymization) {
    let rows = task.rows.len() as u64;
    let grouping = report.grouping.as_ref().unwrap();
    assert_eq!(grouping.sizes.iter().map(|size| size.records * size.groups).sum::<u64>(), rows);
    assert_eq!(grouping.sizes.iter().map(|size| size.groups).sum::<u64>(), grouping.groups);
    assert!(grouping.sizes.iter().all(|size| size.records >= task.k && size.groups > 0));
    assert_eq!((report.rows, report.suppressed, report.complete), (rows, 0, true));
    assert!(report.models.iter().all(|model| model.holds) && report.models.len() == task.models().len());
    let losses = report.quality.unwrap();
    assert!([losses.loss, losses.ncp, losses.total].iter().all(|loss| (0.0..=1.0).contains(loss)));
}
