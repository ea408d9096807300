//! Reading a model by its declaration.

use super::{Key, Kind, ModelFamily, ModelSpec, Need, Parameter, Parameters, VARIANT};
use crate::document::Content;
use crate::error::{RecipeError, Result};
use crate::reader::{Node, Table};
use crate::scalars::at_least_one;
use crate::{ColumnRecipe, HierarchyRecipe};

/// Reads a table `[[privacy]]`.
pub(crate) fn read<M: ModelFamily>(node: &Node<'_>) -> Result<M> {
    let specs = M::specs();
    let names: Vec<&'static str> = specs.iter().map(|spec| spec.name).collect();
    let name = node.demand("a privacy model", "model")?.choose_name("model", &names)?;
    // The name is one of the list.
    let spec = specs.into_iter().find(|spec| spec.name == name);
    let spec = spec.ok_or_else(|| node.error("no model is called so"))?;
    Ok(M::from_parts(spec, parameters(spec, node)?))
}

/// The parameters of a model.
///
/// With variants, keys are first held against those of all variants, so that a misspelled key is reported of before a
/// missing one, and then against the variant's own.
fn parameters(spec: &'static ModelSpec, node: &Node<'_>) -> Result<Parameters> {
    let mut known: Vec<&'static str> = ["model"].into_iter().chain(names(spec.keys)).collect();
    let mut owner = spec.name;
    let mut parameters = Parameters::default();
    let mut keys: Vec<&Key> = spec.keys.iter().collect();
    if !spec.variants.is_empty() {
        known.push(VARIANT);
        let mut every = known.clone();
        for key in spec.variants.iter().flat_map(|variant| names(variant.keys)) {
            if !every.contains(&key) {
                every.push(key);
            }
        }
        node.table(owner, &every)?;
        let words: Vec<&'static str> = spec.variants.iter().map(|variant| variant.name).collect();
        let chosen = node.demand(owner, VARIANT)?.choose_name(VARIANT, &words)?;
        parameters.set(VARIANT, chosen);
        if let Some(variant) = spec.variant(&parameters) {
            owner = variant.owner;
            known.extend(names(variant.keys));
            keys.extend(variant.keys);
        }
    }
    let table = node.table(owner, &known)?;
    for key in keys {
        if let Some(parameter) = read_key(key, &table)? {
            parameters.set(key.name, parameter);
        }
    }
    (spec.check)(&parameters).map_err(|misfit| table.error_at(misfit.key, misfit.problem))?;
    Ok(parameters)
}

fn names(keys: &'static [Key]) -> impl Iterator<Item = &'static str> {
    keys.iter().map(|key| key.name)
}

fn read_key(key: &Key, table: &Table<'_, '_>) -> Result<Option<Parameter>> {
    let node = match key.need {
        Need::Required => table.demand(key.name)?,
        Need::Optional | Need::Unreported => match table.get(key.name) {
            Some(node) => node,
            None => return Ok(None),
        },
        Need::Preset(preset) => match table.get(key.name) {
            Some(node) => node,
            None => return Ok(Some(preset.parameter())),
        },
    };
    value(key.kind, &node).map(Some)
}

fn value(kind: Kind, node: &Node<'_>) -> Result<Parameter> {
    Ok(match kind {
        Kind::Whole(rule) => Parameter::Whole(node.read_where(rule)?),
        Kind::Number(rule) => Parameter::Number(node.read_where(rule)?),
        Kind::Truth => Parameter::Truth(node.read()?),
        Kind::Word(kind, words) => Parameter::Word(node.choose_name(kind, &words())?),
        Kind::Text => Parameter::Text(node.read()?),
        Kind::Texts => Parameter::Texts(node.read()?),
        Kind::SomeTexts => match node.read::<Vec<String>>()? {
            texts if texts.is_empty() => {
                return Err(node.error("must list at least one value; leave it out to protect all"));
            }
            texts => Parameter::Texts(texts),
        },
        Kind::Population => Parameter::Population(node.read()?),
        Kind::PopulationSize => Parameter::Whole(node.read_where(at_least_one())?),
        Kind::Budget => Parameter::Budget(node.read()?),
    })
}

/// A model, and the hierarchy that its flag names for its column.
type Flagged<M> = (M, Option<(String, ColumnRecipe)>);

/// Reads the model that a flag asks for.
///
/// **Errors**: what is wrong with the text: it has another form than the flag's, or a parameter is out of range.
pub fn parse_flag<M: ModelFamily>(spec: &'static ModelSpec, written: &str) -> Result<Flagged<M>, String> {
    let flag = spec.flag.as_ref().ok_or("no flag writes this model")?;
    let read = (flag.read)(written).ok_or_else(|| format!("write {}", flag.example))?;
    let document = Content::Table(read.entries).placeless();
    let of_key = |error: RecipeError| match error.key {
        Some(key) => format!("{key}: {}", error.problem),
        None => error.problem,
    };
    let model = M::from_parts(spec, parameters(spec, &Node::root("", "", &document)).map_err(of_key)?);
    let column = read.hierarchy.zip(model.column().map(str::to_owned)).map(|(file, column)| {
        let hierarchy = Some(HierarchyRecipe::File(file));
        (column, ColumnRecipe { hierarchy, ..ColumnRecipe::default() })
    });
    Ok((model, column))
}
