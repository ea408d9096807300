//! Models as flags spell them: `distinct:3@disease`, `0.2@salary:ordered`.
//!
//! A flag is rewritten as the table `[[privacy]]` that it stands for and read like a recipe, so that the same names and
//! ranges hold for both.

use crate::document::{Content, Entry};
use lethe_data::Decimal;

/// How a flag writes a model.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    /// The flag's name without its dashes.
    pub name: &'static str,
    /// What help calls its value.
    pub value: &'static str,
    /// What help says about it.
    pub help: &'static str,
    /// How it is written, with an example.
    pub example: &'static str,
    /// The keys that a text stands for; `None` for a text of another form.
    pub read: fn(&str) -> Option<Written>,
}

/// The keys that a flag stands for.
#[derive(Clone, Debug, Default)]
pub struct Written {
    pub(super) entries: Vec<Entry>,
    /// The hierarchy file that it names for its column.
    pub(super) hierarchy: Option<String>,
}

impl Written {
    /// Keys with their values as text; see [`number`] and [`text`].
    pub fn new(keys: impl IntoIterator<Item = (&'static str, WrittenValue)>) -> Self {
        keys.into_iter().fold(Self::default(), |written, (key, value)| written.with(key, value))
    }

    /// The same with another key.
    #[must_use]
    pub fn with(mut self, key: &str, value: WrittenValue) -> Self {
        self.entries.push(Entry { key: key.to_owned(), at: None, value: value.0.placeless() });
        self
    }

    /// The same with a hierarchy file for the model's column.
    #[must_use]
    pub fn with_hierarchy(self, file: Option<&str>) -> Self {
        Self { hierarchy: file.map(str::to_owned), ..self }
    }
}

/// A value as a flag writes it.
#[derive(Clone, Debug)]
pub struct WrittenValue(Content);

/// A text or word.
pub fn text(text: &str) -> WrittenValue {
    WrittenValue(Content::Text(text.to_owned()))
}

/// A number; `None` for what is none.
pub fn number(text: &str) -> Option<WrittenValue> {
    let number = Decimal::parse(text)?;
    Some(WrittenValue(match number.scaled_to(0) {
        Some(whole) => Content::Whole(i64::try_from(whole).ok()),
        None => Content::Fraction(number.to_string()),
    }))
}

/// True or false.
impl From<bool> for WrittenValue {
    fn from(truth: bool) -> Self {
        Self(Content::Truth(truth))
    }
}

/// A whole number where the text is one, else the text: a population by its size or its file.
pub fn whole_or_text(written: &str) -> Option<WrittenValue> {
    let is_whole = written.bytes().all(|byte| byte.is_ascii_digit());
    if is_whole { number(written) } else { Some(text(written)) }
}
