//! What a treatment took, what it left, and what can still be learned.

use super::run::Treated;
use super::way::CLASS;
use serde_json::{Value, json};

/// The figures of one treatment of one table. What was not measured is not a number.
#[derive(Clone, Debug)]
pub(super) struct Figures {
    /// Of the whole command, one a round.
    pub(super) seconds: Vec<f64>,
    /// Of the method alone, one a round.
    pub(super) method_seconds: Vec<f64>,
    pub(super) peak_mib: f64,
    /// The share of the original's data score, by Table 6.1 and by Equations 7.1 and 7.2.
    pub(super) scores: [f64; 2],
    pub(super) altered: f64,
    pub(super) bytes: f64,
    /// Files of a release that is in several.
    pub(super) files: Option<u64>,
    pub(super) tree: Lesson,
    pub(super) logistic: Lesson,
    /// How strongly the class and a column go together: the column, before, after.
    pub(super) relations: Vec<(String, f64, f64)>,
    /// The treatments that a composition chose, as its report says.
    pub(super) chosen: Value,
}

/// What a learner got from the release.
#[derive(Clone, Debug, Default)]
pub(super) struct Lesson {
    pub(super) accuracy: f64,
    pub(super) original: f64,
    pub(super) zero_r: f64,
    pub(super) relative: f64,
    pub(super) false_positives: f64,
    pub(super) false_negatives: f64,
    /// Coefficients: the column, before, after; the largest of each is 100.
    pub(super) coefficients: Vec<(String, f64, f64)>,
}

impl Figures {
    /// Gathers them from the reports.
    pub(super) fn of(treated: Option<Treated>, comparison: &Value) -> Self {
        let share = |variant: &str| {
            let score = &comparison["data_score"]["variants"][variant];
            float(&score["released"]) / float(&score["original"])
        };
        let seconds = treated.iter().map(|treated| treated.seconds).collect();
        let method_seconds = treated.iter().filter_map(|treated| treated.method_seconds).collect();
        let peak_mib = treated.as_ref().and_then(|treated| treated.peak_mib).unwrap_or(f64::NAN);
        let report = treated.map_or(Value::Null, |treated| treated.report);
        let files = report["elimination"]["compartments"]["files"].as_array().map(|files| files.len() as u64);
        Self {
            seconds,
            method_seconds,
            peak_mib,
            scores: [share("table-6.1"), share("equation-7")],
            altered: float(&comparison["altered_share"]),
            bytes: float(&comparison["bytes"]["released"]),
            files,
            tree: Lesson::of(comparison, "decision tree"),
            logistic: Lesson::of(comparison, "logistic regression"),
            relations: relations(comparison),
            chosen: report["elimination"]["treatments"].clone(),
        }
    }

    /// For the record.
    pub(super) fn sample(&self) -> Value {
        json!({
            "seconds": self.seconds, "method_seconds": self.method_seconds, "peak_mib": known(self.peak_mib),
            "data_score": {"table-6.1": known(self.scores[0]), "equation-7": known(self.scores[1])},
            "altered_share": self.altered, "bytes": self.bytes, "files": self.files, "treatments": self.chosen,
            "tree": self.tree.sample(), "logistic": self.logistic.sample(), "relations": self.relations,
        })
    }
}

impl Lesson {
    fn of(comparison: &Value, model: &str) -> Self {
        let lessons = comparison["learning"].as_array();
        let Some(lesson) = lessons.into_iter().flatten().find(|lesson| lesson["model"] == model) else {
            let none = f64::NAN;
            return Self { accuracy: none, original: none, zero_r: none, relative: none, ..Self::default() };
        };
        let rates = &lesson["rates"];
        let coefficients = lesson["coefficients"].as_array().into_iter().flatten();
        Self {
            accuracy: float(&lesson["accuracy"]),
            original: float(&lesson["original_accuracy"]),
            zero_r: float(&lesson["zero_r"]),
            relative: float(&lesson["relative"]),
            false_positives: float(&rates["false_positive_rate"]),
            false_negatives: float(&rates["false_negative_rate"]),
            coefficients: coefficients.map(|one| sides(text(&one["feature"]), one)).collect(),
        }
    }

    fn sample(&self) -> Value {
        json!({
            "accuracy": known(self.accuracy), "original": known(self.original), "zero_r": known(self.zero_r),
            "relative": known(self.relative), "false_positives": known(self.false_positives),
            "false_negatives": known(self.false_negatives), "coefficients": self.coefficients,
        })
    }
}

/// The associations of the class, the strongest first.
fn relations(comparison: &Value) -> Vec<(String, f64, f64)> {
    let pairs = comparison["associations"]["pairs"].as_array().into_iter().flatten();
    let with_class = pairs.filter_map(|pair| {
        let columns: Vec<&str> = pair["columns"].as_array()?.iter().filter_map(Value::as_str).collect();
        let other = columns.iter().find(|column| **column != CLASS)?;
        columns.contains(&CLASS).then(|| sides((*other).to_owned(), pair))
    });
    let mut relations: Vec<_> = with_class.collect();
    relations.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
    relations
}

fn sides(name: String, of: &Value) -> (String, f64, f64) {
    (name, float(&of["original"]), of["released"].as_f64().unwrap_or(0.0))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn float(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// Nothing instead of what is not a number, which JSON does not have.
fn known(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Figures of a treatment after which a tree has this relative accuracy.
    pub(in super::super) fn learned(relative: f64) -> Figures {
        let lesson = json!({"accuracy": 0.7, "original_accuracy": 0.8, "zero_r": 0.6, "relative": relative,
            "rates": {"false_positive_rate": 0.1, "false_negative_rate": 0.2},
            "coefficients": [{"feature": "age", "original": 100.0, "released": 40.0}]});
        let mut learning = vec![lesson.clone(), lesson];
        learning[0]["model"] = "decision tree".into();
        learning[1]["model"] = "logistic regression".into();
        let comparison = json!({
            "altered_share": 0.25, "bytes": {"released": 500.0}, "learning": learning,
            "data_score": {"variants": {"table-6.1": {"original": 10.0, "released": -1.0},
                                        "equation-7": {"original": 10.0, "released": 4.0}}},
            "associations": {"pairs": [
                {"columns": ["age", CLASS], "original": 0.1, "released": 0.05},
                {"columns": ["age", "zip"], "original": 0.9, "released": 0.05},
                {"columns": [CLASS, "icd_1"], "original": 0.3, "released": null}]},
        });
        let report = json!({"elimination": {"compartments": {"files": [1, 2]}, "treatments": null}});
        let treated = Treated { seconds: 2.0, method_seconds: Some(1.0), peak_mib: Some(100.0), report };
        Figures::of(Some(treated), &comparison)
    }

    #[test]
    fn shares_are_of_the_original_and_relations_those_of_the_class() {
        let figures = learned(0.5);
        let [by_table, by_equation] = figures.scores;
        assert!((by_table + 0.1).abs() < 1e-12 && (by_equation - 0.4).abs() < 1e-12);
        assert_eq!(figures.files, Some(2));
        let names: Vec<&str> = figures.relations.iter().map(|(name, ..)| name.as_str()).collect();
        assert_eq!(names, ["icd_1", "age"]);
        assert!((figures.logistic.relative - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_release_that_teaches_nothing_has_no_accuracy() {
        let figures = Figures::of(None, &json!({}));
        assert!(figures.tree.accuracy.is_nan() && figures.peak_mib.is_nan());
        assert!(figures.sample()["tree"]["accuracy"].is_null());
    }
}
