//! Silos that never share rows: models of counts instead.

pub(crate) mod file;
mod records;
mod report;
mod request;

pub use lethe_exposure::model::Epsilon;
pub use report::{
    Guarantee, HiddenCounts, ModelColumnReport, RatedRecord, RatedRecords, SanitizedModel, Written,
};
pub use request::{Data, Merge, Sanitize, Score, Train, Update};

use crate::randomness::OsBits;
use crate::recipe::without_values;
use crate::{Error, Result, error::in_file};
use lethe_data::{Context, Table};
use lethe_exposure::Model;
use lethe_exposure::model::Scoring;
use lethe_io::durable::FileLock;
use lethe_io::{Document, read_table, replace_input};
use std::collections::BTreeSet;

impl Data {
    /// Every record is read by itself, whatever the options say: a model may be given noise later, and then it is too late. Values
    /// of all silos, and of the records that are rated, are then spelled by one rule as well.
    fn table(&self, context: &Context) -> Result<Table> {
        Ok(read_table(&self.location, &self.read.clone().per_record(), context)?)
    }
}

/// Counts the values and value pairs of a table and writes the model.
///
/// **Errors**: the table cannot be read, a named column is missing, none is left, or the model cannot be written.
pub fn train(request: &Train, context: &Context) -> Result<Written> {
    request.files().check()?;
    let Train { data, columns, exclude, output } = request;
    let table = data.table(context)?;
    let positions =
        |names: &[String]| table.positions(names.iter().map(String::as_str)).map_err(in_file(&data.location));
    let mut chosen: BTreeSet<usize> = if columns.is_empty() {
        (0..table.columns().len()).collect()
    } else {
        positions(columns)?.into_iter().collect()
    };
    for position in positions(exclude)? {
        chosen.remove(&position);
    }
    if chosen.is_empty() {
        let problem = "no columns are left to count; `columns` and `exclude` leave none";
        return Err(Error::Request(format!("{}: {problem}", data.location.name)));
    }
    let chosen: Vec<usize> = chosen.into_iter().collect();
    let model = Model::train(&table, &chosen, context)?.per_record();
    let _held = file::held(&model, context)?;
    file::write(&model, output, context)?;
    Ok(Written::of(&model, output, without_values(&table, &data.read)))
}

/// Adds up the models of several silos.
///
/// **Errors**: a model cannot be read or is damaged, or the sum cannot be written.
pub fn merge(request: &Merge, context: &Context) -> Result<Written> {
    request.files().check()?;
    let output = &request.output;
    let (models, held): (Vec<Model>, Vec<_>) = request
        .models
        .iter()
        .map(|path| {
            context.check_cancelled()?;
            let model = file::read(path, context)?;
            // Twice: the sum may be as large as all that is added up.
            let held = [file::held(&model, context)?, file::held(&model, context)?];
            Ok((model, held))
        })
        .collect::<Result<Vec<_>>>()?
        .into_iter()
        .unzip();
    let merged = Model::merge(&models).map_err(lethe_exposure::Error::from)?;
    drop((models, held));
    let _held = file::held(&merged, context)?;
    file::write(&merged, output, context)?;
    Ok(Written::of(&merged, output, Vec::new()))
}

fn is_in_place(model: &Document, output: &Document) -> bool {
    let found = |document: &Document| document.path().and_then(|path| std::fs::canonicalize(path).ok());
    found(model).is_some_and(|model| found(output) == Some(model))
}

/// Adds the rows of a table to a silo's own model, or removes them. The model may be replaced by the updated one: then others
/// who do the same wait, and no update is lost.
///
/// **Errors**: a file cannot be read, the model was sanitised, the table lacks one of its columns, rows are removed that were never
/// counted, or the model cannot be written.
pub fn update(request: &Update, context: &Context) -> Result<Written> {
    request.files().check()?;
    let Update { model, data, remove, output } = request;
    let in_place = model.path().filter(|_| is_in_place(model, output));
    let _lock = in_place.map(|path| FileLock::wait(path, context)).transpose()?;
    let before = file::read(model, context)?;
    let _held = file::held(&before, context)?;
    let table = data.table(context)?;
    let names = before.columns().iter().map(|column| column.name.as_str());
    table.positions(names).map_err(in_file(&data.location))?;
    let updated = before.update(&table, *remove, context).map_err(of_model(model))?;
    let updated = if before.is_per_record() { updated.per_record() } else { updated };
    if let Some(path) = in_place {
        replace_input(path);
    }
    file::write(&updated, output, context)?;
    let known = |name: &str| before.columns().iter().any(|column| column.name == name);
    let others = table.columns().iter().map(lethe_data::Column::name).filter(|name| !known(name));
    let others: Vec<String> = others.map(|name| format!("'{name}'")).collect();
    let mut notes = without_values(&table, &data.read);
    if !others.is_empty() {
        notes.insert(
            0,
            format!("columns that the model does not have were not counted: {}", others.join(", ")),
        );
    }
    Ok(Written::of(&updated, output, notes))
}

/// Hides what few records have before a model leaves its silo, with noise where epsilon is given.
///
/// The noise comes from the operating system and not from the run's seed: noise that can be made again can be taken off.
/// **Errors**: the model cannot be read, was sanitised before or is of too few records, k is below 2, noise is wanted for counts that
/// were not made record by record, or the result cannot be written.
pub fn sanitize(request: &Sanitize, context: &Context) -> Result<SanitizedModel> {
    request.files().check()?;
    let Sanitize { model, k, epsilon, output } = request;
    let exact = file::read(model, context)?;
    let _held = [file::held(&exact, context)?, file::held(&exact, context)?];
    let safe = match epsilon {
        None => exact.sanitize(*k),
        Some(epsilon) => exact.sanitize_with_noise(*k, *epsilon, &mut OsBits::default()),
    };
    let safe = safe.map_err(lethe_exposure::Error::from).map_err(of_model(model))?;
    file::write(&safe.model, output, context)?;
    Ok(SanitizedModel::of(&safe, output))
}

/// Rates the records of a table against a model.
///
/// **Errors**: a file cannot be read, the two share fewer than two columns, theta is negative, or the records cannot be written.
pub fn score(request: &Score, context: &Context) -> Result<RatedRecords> {
    if !request.theta.is_finite() || request.theta < 0.0 {
        return Err(Error::Request("theta must be a number of at least 0".to_owned()));
    }
    request.files().check()?;
    let (model, data) = (&request.model, &request.data);
    let known = file::read(model, context)?;
    let _held = file::held(&known, context)?;
    let table = data.table(context)?;
    let scoring = Scoring { k: request.k, theta: request.theta };
    let scores = known.score(&table, scoring, context).map_err(of_model(model))?;
    if let Some(location) = &request.records {
        records::write(&scores, location, context)?;
    }
    Ok(RatedRecords::of(&known, &scores, request))
}

/// Adds the file's name to an error about the model in it.
fn of_model(document: &Document) -> impl FnOnce(lethe_exposure::Error) -> Error {
    let file = document.name();
    move |source| Error::ModelFile { file, source }
}
