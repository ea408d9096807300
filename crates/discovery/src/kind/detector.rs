//! The trait of detectors and the two shapes most of them have.

use super::{Evidence, Kind};
use lethe_data::ValueType;

/// Something that recognises one kind of column.
pub trait Detector: Sync {
    /// What it recognises.
    fn about(&self) -> &About;

    /// On what grounds the column is recognised, or `None` when it is not.
    fn examine(&self, evidence: &Evidence<'_>) -> Option<Basis>;
}

/// A column for an example: its name and its distinct values.
pub type Example = (&'static str, &'static [&'static str]);

/// What a detector recognises.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// A name of its own.
    pub name: &'static str,
    /// The kind of column it recognises.
    pub kind: Kind,
    /// What one value is, with an article: "an e-mail address".
    pub noun: &'static str,
    /// By what it is recognised.
    pub doc: &'static str,
    /// Columns it recognises.
    pub accepts: &'static [Example],
    /// Columns it does not.
    pub rejects: &'static [Example],
}

/// On what grounds a column was recognised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Basis {
    /// By its name, with nothing in type and values against it.
    Name,
    /// By its type.
    Type,
    /// By the range of its values.
    Range,
    /// By its values.
    Values {
        /// The share of the distinct values looked at that match.
        share: f64,
    },
}

/// A column that was recognised.
#[derive(Clone, Copy)]
pub struct Finding {
    /// By whom.
    pub detector: &'static dyn Detector,
    /// On what grounds.
    pub basis: Basis,
}

impl std::fmt::Debug for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Finding")
            .field("detector", &self.detector.about().name)
            .field("basis", &self.basis)
            .finish()
    }
}

/// Whether a value, without spaces around it, has some shape.
type Matches = fn(&str) -> bool;

/// Recognises columns by the shape of their values: strictly by the values alone, or more freely when the name hints
/// at the kind.
pub(super) struct Shape {
    pub(super) about: About,
    /// Phrases in a name that hint at the kind.
    pub(super) hints: &'static [&'static str],
    /// The shape of a value when the name hints.
    pub(super) hinted: Matches,
    /// The shape of a value when it does not, and the fewest distinct values that are no chance.
    pub(super) alone: Option<(Matches, usize)>,
    /// Whether the name is believed when texts do not match: they may be masked or encrypted.
    pub(super) trust_name: bool,
}

impl Detector for Shape {
    fn about(&self) -> &About {
        &self.about
    }

    fn examine(&self, evidence: &Evidence<'_>) -> Option<Basis> {
        let value_type = evidence.value_type();
        if value_type != ValueType::Text && !value_type.is_numeric() {
            return None;
        }
        if evidence.name().has(self.hints) {
            if evidence.is_empty() {
                return Some(Basis::Name);
            }
            if let Some(share) = evidence.share(self.hinted) {
                return Some(Basis::Values { share });
            }
            // Two values are more likely a yes and a no about the thing than the thing.
            if self.trust_name && value_type == ValueType::Text && evidence.sample().len() > 2 {
                return Some(Basis::Name);
            }
        }
        let (matches, enough) = self.alone?;
        if evidence.sample().len() < enough {
            return None;
        }
        evidence.share(matches).map(|share| Basis::Values { share })
    }
}

/// Recognises columns by their name, unless type or values speak against it.
pub(super) struct Label {
    pub(super) about: About,
    /// Phrases of which the name must hold one.
    pub(super) phrases: &'static [&'static str],
    /// Whether type and values agree.
    pub(super) fits: fn(&Evidence<'_>) -> bool,
}

impl Detector for Label {
    fn about(&self) -> &About {
        &self.about
    }

    fn examine(&self, evidence: &Evidence<'_>) -> Option<Basis> {
        (evidence.name().has(self.phrases) && (self.fits)(evidence)).then_some(Basis::Name)
    }
}

/// Any type will do.
pub(super) fn anything(_: &Evidence<'_>) -> bool {
    true
}

/// A column of texts.
pub(super) fn texts(evidence: &Evidence<'_>) -> bool {
    evidence.value_type() == ValueType::Text
}

/// A column of texts or whole numbers.
pub(super) fn texts_or_integers(evidence: &Evidence<'_>) -> bool {
    matches!(evidence.value_type(), ValueType::Text | ValueType::Integer)
}
