//! The sensitive columns: which distribution models hold classes against, and what their codes are.

use super::{Subject, spelling};
use crate::recipe_file::PrivacyModel;
use crate::{Error, Result, error::in_file};
use lethe_data::hierarchy::ROOT;
use lethe_data::{Built, Codes, Column, Dictionary, Table, TextArena, TypeChoice};
use lethe_io::Location;
use lethe_models::privacy::Distribution;
use lethe_verify::HIDDEN;
use std::sync::Arc;

/// A sensitive column as models know it.
pub(super) struct Sensitive {
    pub(super) name: String,
    pub(super) position: usize,
    /// The distribution of its values in the reference.
    pub(super) distribution: Distribution,
    /// Its values: every value of the reference once.
    pub(super) values: Column,
    /// From codes of the table to those of the values.
    pub(super) translation: Option<Vec<u32>>,
}

impl Sensitive {
    /// One for each column that a model protects, in the order in which they are first named.
    pub(super) fn all(models: &[PrivacyModel], subject: &Subject<'_>) -> Result<Vec<Self>> {
        let mut slots: Vec<Self> = Vec::new();
        for model in models {
            let Some(name) = model.column() else { continue };
            if slots.iter().any(|slot| slot.name == name) {
                continue;
            }
            let position = subject.position(name)?;
            if subject.quasi.contains(&position) {
                let problem =
                    format!("column '{name}' is quasi-identifying; {} cannot protect it", model.name());
                return Err(Error::Request(problem));
            }
            slots.push(Self::of(name, position, subject)?);
        }
        Ok(slots)
    }

    fn of(name: &str, position: usize, subject: &Subject<'_>) -> Result<Self> {
        let column = subject.table.column(position);
        let (source, weights, place) = match subject.reference {
            Some((reference, place)) => {
                let at = reference.position(name).map_err(in_file(place))?;
                (reference.column(at), reference.weights(), place)
            }
            None => (column, subject.table.weights(), subject.data),
        };
        if !subject.released {
            spelling::check_original(column, subject.data)?;
        }
        let known = Known::of(source, weights, subject, place)?;
        let translation = match subject.reference {
            None if !subject.released && !known.retyped => None,
            _ => Some(known.translate(column, subject)?),
        };
        Ok(Self {
            name: name.to_owned(),
            position,
            distribution: Distribution::from_counts(known.counts),
            values: known.values,
            translation,
        })
    }
}

/// The values of a reference column, those that are suppressed left out.
struct Known {
    values: Column,
    counts: Vec<u64>,
    /// Whether the codes are other than those of the column.
    retyped: bool,
}

impl Known {
    fn of(source: &Column, weights: Option<&[u64]>, subject: &Subject<'_>, place: &Location) -> Result<Self> {
        let hidden = |text: &str| subject.released && text == ROOT;
        let declared = subject.declared_type(source.name());
        let retyped = source.dictionary().texts().any(hidden)
            || declared.is_some_and(|declared| declared != source.value_type());
        let old = source.dictionary();
        let (dictionary, codes) = if retyped {
            // Without the asterisk the values of a column of numbers are numbers again, and so is their order.
            let texts: TextArena = old.texts().collect();
            let choice = declared.map_or(TypeChoice::Infer, TypeChoice::Declared);
            let Built { dictionary, codes } =
                Dictionary::build(source.name(), &texts, choice, hidden).map_err(in_file(place))?;
            (Arc::new(dictionary), codes)
        } else {
            (Arc::clone(old), (0..old.len() as u32).collect())
        };
        spelling::check(source, &dictionary, &codes, declared.is_some(), place)?;
        let null = dictionary.len();
        let mut counts = vec![0u64; null + 1];
        for (code, records) in source.histogram(weights).into_iter().enumerate() {
            match old.len().cmp(&code) {
                std::cmp::Ordering::Greater if hidden(old.text(code as u32)) => {}
                std::cmp::Ordering::Greater => counts[codes[code] as usize] += records,
                _ => counts[null] += records,
            }
        }
        let each_once = Codes::from_iter_within(null + 1, 0..=null as u32);
        let values = Column::new(source.name(), dictionary, each_once);
        Ok(Self { values, counts, retyped })
    }

    /// The code of each value of the table's column, null last.
    ///
    /// **Errors**: a row has a value that the reference lacks.
    fn translate(&self, column: &Column, subject: &Subject<'_>) -> Result<Vec<u32>> {
        let dictionary = self.values.dictionary();
        let missing = u32::MAX - 1;
        let code = |text: &str| match text {
            ROOT if subject.released => HIDDEN,
            // To numbers and dates an empty text is a missing value.
            "" if dictionary.value_type().is_ordered() => dictionary.len() as u32,
            _ => dictionary.find(text).unwrap_or(missing),
        };
        let mut codes: Vec<u32> = column.dictionary().texts().map(code).collect();
        codes.push(dictionary.len() as u32);
        if codes.contains(&missing) {
            let row = column.codes().widened().position(|code| codes[code as usize] == missing);
            if let (Some(row), Some((_, reference))) = (row, subject.reference) {
                return Err(Error::Request(format!(
                    "{}: column '{}', row {}: {} lacks the value, so it is not what this table was made from",
                    subject.data.name,
                    column.name(),
                    row + 1,
                    reference.name
                )));
            }
            // What only stands in a dictionary is in no class.
            codes.iter_mut().filter(|code| **code == missing).for_each(|code| *code = HIDDEN);
        }
        Ok(codes)
    }
}

/// The codes of values named in a recipe.
///
/// **Errors**: `demanded` values do not occur.
pub(super) fn codes_of(
    slot: &Sensitive,
    texts: &[String],
    demanded: Option<&'static str>,
    model: &PrivacyModel,
) -> Result<Vec<u32>> {
    let mut codes = Vec::with_capacity(texts.len());
    for (index, text) in texts.iter().enumerate() {
        let found = slot.values.dictionary().find(text);
        match (found.filter(|&code| slot.distribution.counts()[code as usize] > 0), demanded) {
            (Some(code), _) => codes.push(code),
            (None, None) => {}
            (None, Some(key)) => {
                let problem = format!("{key}[{index}] is no value of column '{}'", slot.name);
                return Err(Error::Request(format!("{}: {problem}", model.name())));
            }
        }
    }
    codes.sort_unstable();
    codes.dedup();
    Ok(codes)
}

/// The rows of a table whose values may be compared with a hierarchy: all but those suppressed.
pub(super) fn check_covered(
    slot: &Sensitive,
    table: &Table,
    hierarchy: &lethe_data::Hierarchy,
    data: &Location,
) -> Result<()> {
    let column = table.column(slot.position);
    let mut missing = hierarchy.missing_rows(column);
    missing.codes.retain(|&code| column.dictionary().text(code) != ROOT);
    missing.rows.retain(|&row| column.text(row as usize) != Some(ROOT));
    let Some(first_row) = missing.first_row() else { return Ok(()) };
    let error = lethe_data::Error::NotInHierarchy {
        column: slot.name.clone(),
        first_row,
        distinct: missing.codes.len(),
        rows: missing.rows.len(),
    };
    Err(in_file(data)(error).into())
}
