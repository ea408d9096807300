//! Recipes in any format that serde knows, in the shape of the file.

use crate::document::Value;
use crate::model::WrittenModel;
use crate::reader::Node;
use crate::{ColumnRecipe, DataRecipe, ModelFamily, Recipe, RecipeError, Search, Word};
use serde::de::{self, Deserialize, Deserializer};
use serde::ser::{self, Serialize, Serializer};
use serde_json::Map;

type Json = serde_json::Value;

impl<M: ModelFamily, Q: Word + Default + PartialEq + Serialize> Recipe<M, Q> {
    /// The recipe as JSON with everything that it may say: what was left out is there with its value, or null.
    ///
    /// **Errors**: a part has no form in JSON, which none lacks.
    pub fn in_full(&self) -> serde_json::Result<Json> {
        let models = self.privacy.iter().map(|model| WrittenModel { model, in_full: true });
        let models: Vec<Json> = models.map(serde_json::to_value).collect::<Result<_, _>>()?;
        let mut columns = Map::new();
        for (name, column) in &self.columns {
            columns.insert(name.clone(), serde_json::to_value(column)?);
        }
        Ok(
            serde_json::json!({ "data": self.data, "columns": columns, "privacy": models, "search": self.search }),
        )
    }

    /// The same without what says nothing or the usual.
    fn in_short(&self) -> serde_json::Result<Json> {
        let mut recipe = Map::new();
        if self.data != DataRecipe::default() {
            let usual = serde_json::to_value(DataRecipe::default())?;
            recipe.insert("data".to_owned(), unusual(serde_json::to_value(&self.data)?, &usual));
        }
        let usual = serde_json::to_value(ColumnRecipe::default())?;
        let mut columns = Map::new();
        for (name, column) in &self.columns {
            columns.insert(name.clone(), unusual(serde_json::to_value(column)?, &usual));
        }
        if !columns.is_empty() {
            recipe.insert("columns".to_owned(), columns.into());
        }
        if !self.privacy.is_empty() {
            let models = self.privacy.iter().map(|model| WrittenModel { model, in_full: false });
            let models: Vec<Json> = models.map(serde_json::to_value).collect::<Result<_, _>>()?;
            recipe.insert("privacy".to_owned(), models.into());
        }
        if self.search != Search::default() {
            let usual = serde_json::to_value(Search::<Q>::default())?;
            recipe.insert("search".to_owned(), unusual(serde_json::to_value(&self.search)?, &usual));
        }
        Ok(recipe.into())
    }
}

impl<M: ModelFamily, Q: Word + Default> Recipe<M, Q> {
    /// Reads a recipe from JSON in the shape of the file; `file_name` is what errors call it.
    ///
    /// **Errors**: as [`Recipe::parse`], with the path of the key.
    pub fn from_json(file_name: &str, json: &Json) -> Result<Self, RecipeError> {
        let document = Value::deserialize(json).map_err(|error| RecipeError {
            file: file_name.to_owned(),
            line: None,
            key: None,
            problem: error.to_string(),
        })?;
        Self::read(&Node::root(file_name, "", &document))
    }
}

/// The entries of a table that say something else than the usual one.
fn unusual(table: Json, usual: &Json) -> Json {
    let Json::Object(table) = table else { return table };
    table.into_iter().filter(|(key, value)| !value.is_null() && usual.get(key) != Some(value)).collect()
}

/// In the shape of the file: keys as there, what was left out left out.
impl<M: ModelFamily, Q: Word + Default + PartialEq + Serialize> Serialize for Recipe<M, Q> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.in_short().map_err(ser::Error::custom)?.serialize(serializer)
    }
}

/// As from a file, with the same refusals. Exact numbers may be texts of their digits; null is a key left out.
impl<'de, M: ModelFamily, Q: Word + Default> Deserialize<'de> for Recipe<M, Q> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let document = Value::deserialize(deserializer)?;
        Self::read(&Node::root("recipe", "", &document)).map_err(de::Error::custom)
    }
}

/// Parts of a recipe that requests hold by themselves: read as in a recipe.
macro_rules! read_as_in_a_recipe {
    ($($part:ty),*) => {
        $(impl<'de> Deserialize<'de> for $part {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let document = Value::deserialize(deserializer)?;
                let read = Node::root("request", "", &document).read::<Self>();
                read.map_err(|error| de::Error::custom(error.problem))
            }
        })*
    };
}

read_as_in_a_recipe!(crate::HierarchyRecipe, crate::ValueOrder);
