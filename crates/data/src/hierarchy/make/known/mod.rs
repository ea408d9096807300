//! Values that a published classification puts in order: countries, diagnoses.

mod countries;
mod diagnoses;

use super::Levels;
use crate::hierarchy::Hierarchy;
use crate::{Column, Context, Result};

/// What values are called that a classification does not have.
const OTHER: &str = "other";

/// A classification that is built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Countries by name or ISO 3166 code, to regions and continents of the United Nations' M49 standard.
    Countries,
    /// Codes of ICD-10, to categories of three characters and chapters.
    Icd10,
}

impl Known {
    /// Every classification with the name users write.
    pub const NAMES: [(&'static str, Self); 2] = [("countries", Self::Countries), ("icd-10", Self::Icd10)];

    /// The name users write.
    pub fn name(self) -> &'static str {
        match self {
            Self::Countries => "countries",
            Self::Icd10 => "icd-10",
        }
    }

    /// The labels of a value, lowest level first.
    fn labels(self, value: &str) -> [String; 2] {
        match self {
            Self::Countries => {
                let (region, continent) = countries::place(value).unwrap_or((OTHER, OTHER));
                [region.to_owned(), continent.to_owned()]
            }
            Self::Icd10 => match diagnoses::place(value) {
                Some((category, chapter)) => [category, chapter.to_owned()],
                None => [OTHER.to_owned(), OTHER.to_owned()],
            },
        }
    }
}

/// Generalizes values by a classification that is built in; a value that it does not have is `other`.
///
/// **Guarantee**: the label of a value depends on the value alone, not on the column.
pub fn known(column: &Column, classification: Known, context: &Context) -> Result<Hierarchy> {
    let mut levels = Levels::new(column, context)?;
    for level in 0..2 {
        let labels = column.dictionary().texts().map(|text| {
            let [lower, upper] = classification.labels(text);
            Ok(if level == 0 { lower } else { upper })
        });
        levels.push(labels)?;
    }
    levels.finish()
}

/// The share of values that a classification has, each counted once.
pub fn known_share(column: &Column, classification: Known) -> f64 {
    let values = column.dictionary().len();
    let known = column.dictionary().texts().filter(|text| classification.labels(text)[1] != OTHER).count();
    if values == 0 { 0.0 } else { known as f64 / values as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TypeChoice;

    fn column(values: &[&str]) -> Column {
        Column::from_texts("c", values.iter().map(|value| Some(*value)), TypeChoice::Infer).unwrap()
    }

    fn path(hierarchy: &Hierarchy, leaf: &str) -> Vec<String> {
        let leaf = hierarchy.find_leaf(leaf).unwrap();
        hierarchy.path(leaf).skip(1).map(str::to_owned).collect()
    }

    #[test]
    fn countries_are_found_by_name_and_code_in_any_spelling() {
        let column = column(&["United-States", "DE", "fra", "Côte d'Ivoire", "Atlantis", "japan"]);
        let hierarchy = known(&column, Known::Countries, &Context::new(1).unwrap()).unwrap();
        assert_eq!(path(&hierarchy, "United-States"), ["Northern America", "Americas", "*"]);
        assert_eq!(path(&hierarchy, "DE"), ["Western Europe", "Europe", "*"]);
        assert_eq!(path(&hierarchy, "fra"), ["Western Europe", "Europe", "*"]);
        assert_eq!(path(&hierarchy, "Côte d'Ivoire"), ["Western Africa", "Africa", "*"]);
        assert_eq!(path(&hierarchy, "japan"), ["Eastern Asia", "Asia", "*"]);
        assert_eq!(path(&hierarchy, "Atlantis"), ["other", "other", "*"]);
    }

    #[test]
    fn diagnoses_go_to_categories_and_chapters() {
        let column = column(&["E11.9", "E10", "c50.1", "U07.1", "J45", "none", "D50", "D49"]);
        let hierarchy = known(&column, Known::Icd10, &Context::new(1).unwrap()).unwrap();
        assert_eq!(path(&hierarchy, "E11.9"), ["E11", "E00-E90", "*"]);
        assert_eq!(path(&hierarchy, "c50.1"), ["C50", "C00-D48", "*"]);
        assert_eq!(path(&hierarchy, "D50"), ["D50", "D50-D89", "*"]);
        assert_eq!(path(&hierarchy, "U07.1"), ["U07", "U00-U99", "*"]);
        assert_eq!(path(&hierarchy, "none"), ["other", "other", "*"]);
    }
}
