//! Between models and their files.

use crate::{Error, Result};
use lethe_data::{Context, Reservation};
use lethe_exposure::Model;
use lethe_exposure::model::{ColumnCounts, Epsilon, ModelError, Treatment, ValueCount};
use lethe_exposure::pairs::Pair;
use lethe_io::{
    Document, ModelColumn, ModelFile, ModelPair, ModelTreatment, ModelValue, read_model, write_model,
};

/// Writes a model, unless the run was cancelled.
pub(crate) fn write(model: &Model, document: &Document, context: &Context) -> Result<()> {
    // The lists of the file, and the file's bytes.
    let _held = [held(model, context)?, held(model, context)?];
    let listed = listed(model)?;
    context.check_cancelled()?;
    Ok(write_model(&listed, document)?)
}

/// Takes the memory that a model needs, or a copy of it in another form.
///
/// **Errors**: the budget has less left.
pub(crate) fn held(model: &Model, context: &Context) -> Result<Reservation> {
    let columns = model.columns();
    let texts = columns.iter().flat_map(|column| &column.values).map(|value| value.text.len());
    let tables = columns.len() * columns.len().saturating_sub(1) / 2;
    let bytes = texts.sum::<usize>()
        + model.values() * size_of::<ValueCount>()
        + model.pairs() * size_of::<Pair>()
        + tables * size_of::<Vec<Pair>>();
    let mut memory = context.memory().reserve("a model");
    memory.try_grow(bytes)?;
    Ok(memory)
}

/// Reads a model and checks that it can be one.
pub(crate) fn read(document: &Document, context: &Context) -> Result<Model> {
    let file = read_model(document, context)?;
    model_of(file).map_err(|source| Error::ModelFile { file: document.name(), source: source.into() })
}

/// A model with its values numbered over all columns.
fn listed(model: &Model) -> Result<ModelFile> {
    let mut starts = Vec::with_capacity(model.columns().len());
    let mut next = 0u32;
    for column in model.columns() {
        starts.push(next);
        let count = u32::try_from(column.values.len()).ok();
        next = count.and_then(|count| next.checked_add(count)).ok_or_else(|| {
            lethe_exposure::Error::from(ModelError::Limit(
                "the model has too many values for a file".to_owned(),
            ))
        })?;
    }
    let values = model.columns().iter().flat_map(|column| &column.values);
    let pairs = model.tables().flat_map(|(left, right, pairs)| {
        let (left, right) = (starts[left], starts[right]);
        pairs.iter().map(move |pair| ModelPair {
            left: left + pair.left,
            right: right + pair.right,
            records: pair.records,
        })
    });
    let treatment = |treatment: &Treatment| ModelTreatment {
        k: treatment.k,
        epsilon: treatment.epsilon.map(|epsilon| [epsilon.numerator(), epsilon.denominator()]),
        columns: treatment.columns,
    };
    Ok(ModelFile {
        records: model.records(),
        columns: model
            .columns()
            .iter()
            .map(|column| ModelColumn { name: column.name.clone(), values: column.values.len() as u64 })
            .collect(),
        values: values.map(|value| ModelValue { text: value.text.clone(), records: value.records }).collect(),
        tables: model.tables().map(|(_, _, pairs)| pairs.len() as u64).collect(),
        pairs: pairs.collect(),
        treatments: model.treatments().iter().map(treatment).collect(),
        merged: model.is_merged(),
        per_record: model.is_per_record(),
    })
}

fn damaged(place: &str, problem: &'static str) -> ModelError {
    ModelError::Damaged { place: place.to_owned(), problem }
}

/// **Errors**: the counts cannot be those of records.
fn model_of(file: ModelFile) -> Result<Model, ModelError> {
    let mut starts = Vec::with_capacity(file.columns.len());
    let mut columns = Vec::with_capacity(file.columns.len());
    let mut values = file.values.into_iter();
    let mut next = 0u64;
    for column in file.columns {
        starts.push(next);
        next = next.saturating_add(column.values);
        // The reader has as many values as the columns announce; where there are fewer, the sum below tells.
        let count = usize::try_from(column.values).unwrap_or(usize::MAX);
        let taken =
            values.by_ref().take(count).map(|value| ValueCount { text: value.text, records: value.records });
        columns.push(ColumnCounts { name: column.name, values: taken.collect() });
    }
    let is_complete = columns.iter().map(|column| column.values.len() as u64).sum::<u64>() == next;
    if !is_complete || values.next().is_some() {
        return Err(damaged("its values", "there are fewer or more than announced"));
    }
    let width = columns.len();
    let places = (0..width).flat_map(|left| (left + 1..width).map(move |right| (left, right)));
    let mut tables = Vec::with_capacity(file.tables.len());
    let mut pairs = file.pairs.into_iter();
    for ((left, right), count) in places.zip(file.tables) {
        let local = |number: u32, place: usize| {
            u64::from(number).checked_sub(starts[place]).and_then(|local| u32::try_from(local).ok())
        };
        let taken = pairs.by_ref().take(usize::try_from(count).unwrap_or(usize::MAX)).map(|pair| {
            let (left, right) = local(pair.left, left).zip(local(pair.right, right))?;
            Some(Pair { left, right, records: pair.records })
        });
        let table: Option<Vec<Pair>> = taken.collect();
        let table = table.filter(|table| table.len() as u64 == count);
        tables.push(table.ok_or_else(|| damaged("its pairs", "they are of other columns than announced"))?);
    }
    if pairs.next().is_some() {
        return Err(damaged("its pairs", "there are more than announced"));
    }
    let treatment = |treatment: ModelTreatment| {
        let epsilon = match treatment.epsilon {
            None => None,
            Some([numerator, denominator]) => {
                let epsilon = Epsilon::new(numerator, denominator).filter(|epsilon| {
                    [epsilon.numerator(), epsilon.denominator()] == [numerator, denominator]
                });
                Some(
                    epsilon
                        .ok_or_else(|| damaged("what was done to it", "epsilon is no reduced fraction"))?,
                )
            }
        };
        Ok(Treatment { k: treatment.k, epsilon, columns: treatment.columns })
    };
    let treatments = file.treatments.into_iter().map(treatment).collect::<Result<_, ModelError>>()?;
    let model = Model::from_counts(file.records, columns, tables, treatments, file.merged)?;
    Ok(if file.per_record { model.per_record() } else { model })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::{Column, Table, TypeChoice};
    use proptest::prelude::*;

    fn model(cells: &[(u8, u8)]) -> Model {
        let column = |name: &str, of: fn(&(u8, u8)) -> u8| {
            let texts: Vec<String> = cells.iter().map(|cell| of(cell).to_string()).collect();
            let texts = texts.iter().map(|text| (text != "0").then_some(text.as_str()));
            Column::from_texts(name, texts, TypeChoice::Infer).unwrap()
        };
        let table = Table::new(vec![column("b", |cell| cell.1), column("a", |cell| cell.0)]).unwrap();
        Model::train(&table, &[0, 1], &Context::new(1).unwrap()).unwrap()
    }

    proptest! {
        #[test]
        fn a_model_is_itself_after_writing_and_reading(cells in prop::collection::vec((0u8..14, 0u8..4), 0..40)) {
            let exact = model(&cells).per_record();
            let folder = tempfile::tempdir().unwrap();
            let path = Document::from(folder.path().join("m"));
            let safe = exact.sanitize(3).map(|safe| safe.model);
            let noisy = exact.sanitize_with_noise(2, Epsilon::new(3, 2).unwrap(), &mut crate::randomness::OsBits::default());
            let merged = Model::merge(&[model(&cells), noisy.unwrap().model]).unwrap();
            for model in [Some(exact), safe.ok(), Some(merged)].into_iter().flatten() {
                write(&model, &path, &Context::new(1).unwrap()).unwrap();
                prop_assert_eq!(read(&path, &Context::new(1).unwrap()).unwrap(), model);
            }
        }

        /// A forger knows the digest, so the counts themselves must be checked.
        #[test]
        fn forged_numbers_are_an_error_or_a_possible_model(
            cells in prop::collection::vec((0u8..5, 0u8..4), 1..20),
            place in any::<prop::sample::Index>(),
            number in prop_oneof![0u64..30, Just(u64::MAX), Just(u64::from(u32::MAX))],
        ) {
            let mut file = listed(&model(&cells)).unwrap();
            let small = number as u32;
            let fields = 2 + 2 * file.columns.len() + file.values.len() + 3 * file.pairs.len();
            match place.index(fields) {
                0 => file.records = number,
                1 => file.tables[0] = number,
                at if at < 2 + file.columns.len() => file.columns[at - 2].values = number,
                at if at < 2 + 2 * file.columns.len() => file.columns.swap(0, 1),
                at => {
                    let at = at - 2 - 2 * file.columns.len();
                    if at < file.values.len() {
                        file.values[at].records = number;
                    } else {
                        let at = at - file.values.len();
                        let pair = &mut file.pairs[at / 3];
                        match at % 3 {
                            0 => pair.left = small,
                            1 => pair.right = small,
                            _ => pair.records = number,
                        }
                    }
                }
            }
            if let Ok(model) = model_of(file.clone()) {
                prop_assert_eq!(listed(&model).unwrap(), file);
                // What follows may rely on it.
                prop_assert!(Model::merge(&[model.clone(), model.clone()]).is_ok() || model.records() > u64::MAX / 2);
                let _ = model.sanitize(3);
            }
        }
    }
}
