//! From the numberings of several workers to one dictionary.

use crate::intake::Knowledge;
use crate::options::ReadOptions;
use lethe_data::{Dictionary, Error, Interner, Result, TextArena, TypeChoice, ValueType};

/// The dictionary of a column, and for each worker the code in it of each of the worker's own numbers.
pub(crate) struct Merged {
    pub(crate) dictionary: Dictionary,
    pub(crate) translations: Vec<Vec<u32>>,
}

/// What a column is taken for that has no type by declaration or format, or does not fit its format's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Otherwise {
    /// Whatever its values look like, all of them being known.
    Infer,
    /// Text, because only some of its values are known.
    Text,
}

impl Otherwise {
    fn choice(self) -> TypeChoice {
        match self {
            Self::Infer => TypeChoice::Infer,
            Self::Text => TypeChoice::Declared(ValueType::Text),
        }
    }
}

/// The interners of each column, in the order of the workers, from those of each worker.
pub(crate) fn by_column(workers: Vec<Vec<Interner>>) -> Vec<Vec<Interner>> {
    let columns = workers.first().map_or(0, Vec::len);
    let mut all: Vec<Vec<Interner>> = (0..columns).map(|_| Vec::with_capacity(workers.len())).collect();
    for interners in workers {
        for (column, interner) in all.iter_mut().zip(interners) {
            column.push(interner);
        }
    }
    all
}

/// Merges what the workers met in one column and sorts it by value.
///
/// **Guarantee**: the dictionary depends on the set of values alone, not on who met which, or first.
pub(crate) fn merge_column(
    name: &str,
    knowledge: Knowledge,
    interners: Vec<Interner>,
    options: &ReadOptions,
    otherwise: Otherwise,
) -> Result<Merged> {
    let (texts, maps) = merge(interners);
    if texts.len() >= (u32::MAX - 2) as usize {
        return Err(Error::TooLarge { what: "distinct values" });
    }
    let declared = options.declared_type(name);
    let choice = match (declared, knowledge) {
        _ if options.is_per_record() => TypeChoice::Each(declared.unwrap_or(ValueType::Text)),
        (Some(value_type), _) | (None, Knowledge::Format(value_type)) => TypeChoice::Declared(value_type),
        (None, Knowledge::Nothing) => otherwise.choice(),
    };
    let is_null = |text: &str| options.is_null(text);
    let built = match Dictionary::build(name, &texts, choice, is_null) {
        Err(Error::TypeMismatch { .. }) if declared.is_none() => {
            Dictionary::build(name, &texts, otherwise.choice(), is_null)?
        }
        other => other?,
    };
    drop(texts);
    let null = built.dictionary.len() as u32;
    let translations = maps
        .into_iter()
        .map(|map| {
            std::iter::once(null).chain(map.into_iter().map(|code| built.codes[code as usize])).collect()
        })
        .collect();
    Ok(Merged { dictionary: built.dictionary, translations })
}

/// All distinct texts of the workers, and for each worker the position of its texts among them.
fn merge(interners: Vec<Interner>) -> (TextArena, Vec<Vec<u32>>) {
    let mut interners = interners.into_iter();
    let Some(first) = interners.next() else { return (TextArena::default(), Vec::new()) };
    let mut maps = vec![(0..first.len() as u32).collect()];
    let mut merged: Option<Interner> = None;
    let mut base = Some(first);
    for other in interners {
        let target = merged.get_or_insert_with(|| base.take().unwrap_or_default());
        maps.push(target.absorb(&other.into_texts()));
    }
    let texts = merged.or(base).unwrap_or_default().into_texts();
    (texts, maps)
}
