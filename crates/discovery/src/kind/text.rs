//! Texts in which anything may be written.

use super::detector::{About, Basis, Detector};
use super::{Evidence, Kind};
use lethe_data::ValueType;

/// Long texts of many words, or texts of several words in a column named for notes.
pub(super) struct FreeText;

/// The fewest distinct texts that are no list of answers.
const ENOUGH: usize = 10;

const FREE_TEXT: About = About {
    name: "free-text",
    kind: Kind::FreeText,
    noun: "free text",
    doc: "ten or more texts, half of them of 40 characters and five spaces, and no more than five records to a text; or \
          texts of several words with a name such as notes, comment, Bemerkung",
    accepts: &[
        ("notes", &["came in late", "called twice", "ok"]),
        (
            "t",
            &[
                "The patient came in with a cough that had lasted a week.",
                "She said that the pain had started on the day before.",
                "He works night shifts and sleeps badly during the day.",
                "No complaints today, the wound has healed very well.",
                "Was told to come back in two weeks for another test.",
                "The mother called to ask whether the results were in.",
                "We talked about the trip to the mountains last year.",
                "He takes the tablets only when he thinks about it.",
                "The left knee hurts when she walks down the stairs.",
                "Lives with his sister and two dogs close to the park.",
            ],
        ),
    ],
    rejects: &[
        ("t", &["The patient came in with a cough that had lasted a week."]),
        ("notes", &["12", "13"]),
        ("city", &["New York", "Los Angeles"]),
    ],
};

impl Detector for FreeText {
    fn about(&self) -> &About {
        &FREE_TEXT
    }

    fn examine(&self, evidence: &Evidence<'_>) -> Option<Basis> {
        const NOTES: &[&str] = &[
            "note",
            "comment",
            "remark",
            "freetext",
            "narrative",
            "memo",
            "anamnesis",
            "bemerkung",
            "kommentar",
            "notiz",
            "anmerkung",
            "anamnese",
            "commentaire",
            "remarque",
            "comentario",
            "observaciones",
            "commento",
            "osservazioni",
            "opmerking",
        ];
        if evidence.value_type() != ValueType::Text {
            return None;
        }
        if evidence.name().has(NOTES)
            && (evidence.is_empty() || evidence.fraction(|t| t.contains(' ')) >= 0.5)
        {
            return Some(Basis::Name);
        }
        if evidence.sample().len() < ENOUGH || evidence.cardinality() < 0.2 {
            return None;
        }
        let share = evidence.fraction(|text| text.len() >= 40 && text.matches(' ').count() >= 5);
        (share >= 0.5).then_some(Basis::Values { share })
    }
}
