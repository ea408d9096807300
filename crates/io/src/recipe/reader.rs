//! Typed access to a TOML document that knows where everything was written.
//!
//! A derived `Deserialize` would read the same recipes, but it cannot name the path of a key, tells of a wrong key
//! before it knows which model the key was meant for, and turns `0.2` into the nearest double. So the document is
//! walked by hand, through two types only: a [`Node`] is any value with its place, a [`Table`] is a node whose keys
//! have been checked.

use super::error::{RecipeError, Result};
use super::words::{look_up, unknown};
use std::fmt::Display;
use toml::de::{DeTable, DeValue};

/// A value of the document, its path and where it stands.
#[derive(Clone)]
pub(super) struct Node<'a> {
    file: &'a str,
    text: &'a str,
    key: String,
    at: usize,
    value: &'a DeValue<'a>,
}

/// Parses the text as TOML; what the format itself forbids, such as a key given twice, is refused here.
pub(super) fn parse<'a>(file: &str, text: &'a str) -> Result<DeValue<'a>> {
    let table = DeTable::parse(text).map_err(|error| RecipeError {
        file: file.to_owned(),
        line: error.span().map(|span| line_of(text, span.start)),
        key: None,
        problem: error.message().replace(char::is_control, " "),
    })?;
    Ok(DeValue::Table(table.into_inner()))
}

fn line_of(text: &str, at: usize) -> u64 {
    1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count() as u64
}

impl<'a> Node<'a> {
    /// The whole document.
    pub(super) fn root(file: &'a str, text: &'a str, document: &'a DeValue<'a>) -> Self {
        Self { file, text, key: String::new(), at: 0, value: document }
    }

    /// A problem with this value.
    pub(super) fn error(&self, problem: impl Into<String>) -> RecipeError {
        RecipeError {
            file: self.file.to_owned(),
            line: Some(line_of(self.text, self.at)),
            key: Some(self.key.clone()).filter(|key| !key.is_empty()),
            problem: problem.into(),
        }
    }

    /// The problem that this value is not what it should be.
    pub(super) fn expected(&self, what: &str) -> RecipeError {
        let found = match self.value {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number with a fraction",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date or time",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.error(format!("expected {what}, not {found}"))
    }

    /// The value itself, for the types that read it.
    pub(super) fn value(&self) -> &'a DeValue<'a> {
        self.value
    }

    /// The value as a type.
    pub(super) fn read<T: FromNode>(&self) -> Result<T> {
        T::from_node(self)
    }

    /// The value as a type that obeys a rule.
    pub(super) fn read_where<T: FromNode + Display + Copy>(&self, rule: Rule<T>) -> Result<T> {
        let value: T = self.read()?;
        if (rule.holds)(&value) {
            Ok(value)
        } else {
            Err(self.error(format!("must be {}, not {value}", rule.words)))
        }
    }

    /// The entry of a list of names that this value names.
    pub(super) fn choose<'n, T>(
        &self,
        kind: &str,
        names: &'n [(&'static str, T)],
    ) -> Result<&'n (&'static str, T)> {
        let DeValue::String(word) = self.value else { return Err(self.expected(&format!("a {kind}"))) };
        look_up(kind, word, names).map_err(|problem| self.error(problem))
    }

    /// The items of a list.
    pub(super) fn items(&self) -> Result<Vec<Node<'a>>> {
        let DeValue::Array(items) = self.value else { return Err(self.expected("a list")) };
        let item = |(index, item): (usize, &'a toml::Spanned<DeValue<'a>>)| {
            self.inner(format!("{}[{index}]", self.key), item.span().start, item.get_ref())
        };
        Ok(items.iter().enumerate().map(item).collect())
    }

    /// The entries of a table whose keys are the user's own, in the order they were written.
    pub(super) fn entries(&self) -> Result<Vec<(&'a str, Node<'a>)>> {
        let mut keys: Vec<_> =
            self.as_table()?.iter().map(|(key, _)| (key.span().start, key.get_ref())).collect();
        keys.sort_unstable();
        Ok(keys.into_iter().filter_map(|(_, key)| Some((key.as_ref(), self.get(key)?))).collect())
    }

    /// The value of a key, if this is a table that has it.
    pub(super) fn get(&self, key: &str) -> Option<Node<'a>> {
        let DeValue::Table(table) = self.value else { return None };
        let value = table.get(key)?;
        Some(self.inner(self.path_to(key), value.span().start, value.get_ref()))
    }

    /// The value of a key that must be there.
    pub(super) fn demand(&self, owner: &str, key: &str) -> Result<Node<'a>> {
        self.as_table()?;
        self.get(key).ok_or_else(|| self.error(format!("{owner} needs the key '{key}'")))
    }

    /// The value as a table of which every key is known.
    pub(super) fn table(&self, owner: &'static str, keys: &'static [&'static str]) -> Result<Table<'a>> {
        let strangers = self.as_table()?.keys().filter(|key| !keys.contains(&key.get_ref().as_ref()));
        if let Some(stranger) = strangers.min_by_key(|key| key.span().start) {
            let problem =
                unknown(&format!("unknown key of {owner}"), stranger.get_ref(), keys.iter().copied());
            let place = self.inner(self.path_to(stranger.get_ref()), stranger.span().start, self.value);
            return Err(place.error(problem));
        }
        Ok(Table { node: self.clone(), owner, keys })
    }

    fn as_table(&self) -> Result<&'a DeTable<'a>> {
        self.value.as_table().ok_or_else(|| self.expected("a table"))
    }

    fn inner(&self, key: String, at: usize, value: &'a DeValue<'a>) -> Node<'a> {
        Node { key, at, value, ..*self }
    }

    fn path_to(&self, key: &str) -> String {
        let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let key = if !key.is_empty() && key.chars().all(bare) { key.to_owned() } else { format!("{key:?}") };
        if self.key.is_empty() { key } else { format!("{}.{key}", self.key) }
    }
}

/// A table that holds no key but the ones its owner knows.
pub(super) struct Table<'a> {
    node: Node<'a>,
    owner: &'static str,
    keys: &'static [&'static str],
}

impl<'a> Table<'a> {
    /// The place of a key's value, if given.
    pub(super) fn get(&self, key: &str) -> Option<Node<'a>> {
        debug_assert!(self.keys.contains(&key), "{key} is read but would be refused");
        self.node.get(key)
    }

    /// The value of a key that must be given.
    pub(super) fn required<T: FromNode>(&self, key: &str) -> Result<T> {
        self.node.demand(self.owner, key)?.read()
    }

    /// The value of a key that must be given and obey a rule.
    pub(super) fn required_where<T: FromNode + Display + Copy>(&self, key: &str, rule: Rule<T>) -> Result<T> {
        self.node.demand(self.owner, key)?.read_where(rule)
    }

    /// The value of a key that may be given.
    pub(super) fn optional<T: FromNode>(&self, key: &str) -> Result<Option<T>> {
        self.get(key).map(|node| node.read()).transpose()
    }

    /// The value of a key that may be given and must then obey a rule.
    pub(super) fn optional_where<T: FromNode + Display + Copy>(
        &self,
        key: &str,
        rule: Rule<T>,
    ) -> Result<Option<T>> {
        self.get(key).map(|node| node.read_where(rule)).transpose()
    }

    /// A problem with the value of a key, or with the table where the key is not given.
    pub(super) fn error_at(&self, key: &str, problem: impl Into<String>) -> RecipeError {
        self.get(key).unwrap_or_else(|| self.node.clone()).error(problem)
    }
}

/// A type that can be read from a value of the document.
pub(super) trait FromNode: Sized {
    /// Reads the value or says what was expected.
    fn from_node(node: &Node<'_>) -> Result<Self>;
}

/// What a value must obey, and the words that say so after "must be".
#[derive(Clone, Copy)]
pub(super) struct Rule<T> {
    /// Whether a value obeys.
    pub(super) holds: fn(&T) -> bool,
    /// The rule in words.
    pub(super) words: &'static str,
}
