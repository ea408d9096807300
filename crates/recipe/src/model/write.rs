//! Writing a model as it is read.

use super::{ModelFamily, Need, VARIANT};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A model as a table `[[privacy]]`.
pub(crate) struct WrittenModel<'a, M> {
    /// The model.
    pub(crate) model: &'a M,
    /// Whether what was left out is written, too: its value, or nothing.
    pub(crate) in_full: bool,
}

impl<M: ModelFamily> Serialize for WrittenModel<'_, M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (spec, parameters) = (self.model.spec(), self.model.parameters());
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("model", spec.name)?;
        for (place, key) in spec.keys_of(parameters).enumerate() {
            if place == spec.keys.len()
                && let Some(variant) = parameters.get(VARIANT)
            {
                map.serialize_entry(VARIANT, variant)?;
            }
            let value = parameters.get(key.name);
            let is_silent = match key.need {
                Need::Required => false,
                Need::Optional => value.is_none() && !self.in_full,
                Need::Unreported => value.is_none(),
                Need::Preset(preset) => !self.in_full && value == Some(&preset.parameter()),
            };
            if !is_silent {
                map.serialize_entry(key.name, &value)?;
            }
        }
        map.end()
    }
}

/// Writes a model as a recipe has it, what was left out left out; for the `Serialize` of a family.
pub fn write<M: ModelFamily, S: Serializer>(model: &M, serializer: S) -> Result<S::Ok, S::Error> {
    WrittenModel { model, in_full: false }.serialize(serializer)
}
