//! Typed access to the values of a recipe, which knows where everything was written.
//!
//! A derived `Deserialize` would read the same recipes, but it cannot name the path of a key, tells of a wrong key
//! before it knows which model the key was meant for, and turns `0.2` into the nearest double. So the document is
//! walked by hand, through two types only: a [`Node`] is any value with its place, a [`Table`] is a node whose keys
//! have been checked.

use crate::document::{Content, Entry, Value, line_of};
use crate::error::{RecipeError, Result};
use crate::words::{Word, look_up, unknown};
use std::fmt::Display;

/// A value of the document, its path and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Node<'a> {
    file: &'a str,
    text: &'a str,
    key: String,
    at: Option<usize>,
    value: &'a Value,
}

impl<'a> Node<'a> {
    /// The whole document.
    pub(crate) fn root(file: &'a str, text: &'a str, document: &'a Value) -> Self {
        Self { file, text, key: String::new(), at: document.at, value: document }
    }

    /// A problem with this value.
    pub(crate) fn error(&self, problem: impl Into<String>) -> RecipeError {
        RecipeError {
            file: self.file.to_owned(),
            line: self.at.map(|at| line_of(self.text, at)),
            key: Some(self.key.clone()).filter(|key| !key.is_empty()),
            problem: problem.into(),
        }
    }

    /// The problem that this value is not what it should be.
    pub(crate) fn expected(&self, what: &str) -> RecipeError {
        let found = match self.content() {
            Content::Text(_) => "a text",
            Content::Whole(_) => "a whole number",
            Content::Fraction(_) => "a number with a fraction",
            Content::Truth(_) => "true or false",
            Content::Date => "a date or time",
            Content::List(_) => "a list",
            Content::Table(_) => "a table",
        };
        self.error(format!("expected {what}, not {found}"))
    }

    /// What the value holds, for the types that read it.
    pub(crate) fn content(&self) -> &'a Content {
        &self.value.content
    }

    /// Whether the value comes from a format that has no spelling for exact numbers, so that they may be texts.
    pub(crate) fn is_placeless(&self) -> bool {
        self.value.at.is_none()
    }

    /// The value as a type.
    pub(crate) fn read<T: FromNode>(&self) -> Result<T> {
        T::from_node(self)
    }

    /// The value as a type that obeys a rule.
    pub(crate) fn read_where<T: FromNode + Display + Copy>(&self, rule: Rule<T>) -> Result<T> {
        let value: T = self.read()?;
        if (rule.holds)(&value) {
            Ok(value)
        } else {
            Err(self.error(format!("must be {}, not {value}", rule.words)))
        }
    }

    /// The alternative that this value names.
    pub(crate) fn choose<W: Word>(&self) -> Result<W> {
        let word = self.word(W::KIND)?;
        W::from_word(word).map_err(|problem| self.error(problem))
    }

    /// The one of these names that this value is.
    pub(crate) fn choose_name(&self, kind: &str, names: &[&'static str]) -> Result<&'static str> {
        let word = self.word(kind)?;
        look_up(kind, word, names).map_err(|problem| self.error(problem))
    }

    fn word(&self, kind: &str) -> Result<&'a str> {
        let Content::Text(word) = self.content() else { return Err(self.expected(&format!("a {kind}"))) };
        Ok(word)
    }

    /// The items of a list.
    pub(crate) fn items(&self) -> Result<Vec<Node<'a>>> {
        let Content::List(items) = self.content() else { return Err(self.expected("a list")) };
        let item =
            |(index, item): (usize, &'a Value)| self.inner(format!("{}[{index}]", self.key), item.at, item);
        Ok(items.iter().enumerate().map(item).collect())
    }

    /// The entries of a table whose keys are the user's own, in the order they were written.
    pub(crate) fn entries(&self) -> Result<Vec<(&'a str, Node<'a>)>> {
        let entry = |entry: &'a Entry| {
            (entry.key.as_str(), self.inner(self.path_to(&entry.key), entry.value.at, &entry.value))
        };
        Ok(self.as_table()?.iter().map(entry).collect())
    }

    /// The value of a key, if this is a table that has it.
    pub(crate) fn get(&self, key: &str) -> Option<Node<'a>> {
        let Content::Table(table) = self.content() else { return None };
        let entry = table.iter().find(|entry| entry.key == key)?;
        Some(self.inner(self.path_to(key), entry.value.at, &entry.value))
    }

    /// The value of a key that must be there.
    pub(crate) fn demand(&self, owner: &str, key: &str) -> Result<Node<'a>> {
        self.as_table()?;
        self.get(key).ok_or_else(|| self.error(format!("{owner} needs the key '{key}'")))
    }

    /// The value as a table of which every key is known.
    pub(crate) fn table<'k>(&self, owner: &'k str, keys: &'k [&'static str]) -> Result<Table<'a, 'k>> {
        let stranger = self.as_table()?.iter().find(|entry| !keys.contains(&entry.key.as_str()));
        if let Some(Entry { key, at, .. }) = stranger {
            let problem = unknown(&format!("unknown key of {owner}"), key, keys.iter().copied());
            return Err(self.inner(self.path_to(key), *at, self.value).error(problem));
        }
        Ok(Table { node: self.clone(), owner, keys })
    }

    fn as_table(&self) -> Result<&'a [Entry]> {
        let Content::Table(table) = self.content() else { return Err(self.expected("a table")) };
        Ok(table)
    }

    fn inner(&self, key: String, at: Option<usize>, value: &'a Value) -> Node<'a> {
        Node { key, at, value, ..*self }
    }

    fn path_to(&self, key: &str) -> String {
        let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let key = if !key.is_empty() && key.chars().all(bare) { key.to_owned() } else { format!("{key:?}") };
        if self.key.is_empty() { key } else { format!("{}.{key}", self.key) }
    }
}

/// A table that holds no key but the ones its owner knows.
pub(crate) struct Table<'a, 'k> {
    node: Node<'a>,
    owner: &'k str,
    keys: &'k [&'static str],
}

impl<'a> Table<'a, '_> {
    /// The place of a key's value, if given.
    pub(crate) fn get(&self, key: &str) -> Option<Node<'a>> {
        debug_assert!(self.keys.contains(&key), "{key} is read but would be refused");
        self.node.get(key)
    }

    /// The place of a key's value, which must be given.
    pub(crate) fn demand(&self, key: &str) -> Result<Node<'a>> {
        self.node.demand(self.owner, key)
    }

    /// The value of a key that must be given.
    pub(crate) fn required<T: FromNode>(&self, key: &str) -> Result<T> {
        self.node.demand(self.owner, key)?.read()
    }

    /// The value of a key that must be given and obey a rule.
    pub(crate) fn required_where<T: FromNode + Display + Copy>(&self, key: &str, rule: Rule<T>) -> Result<T> {
        self.node.demand(self.owner, key)?.read_where(rule)
    }

    /// The value of a key that may be given.
    pub(crate) fn optional<T: FromNode>(&self, key: &str) -> Result<Option<T>> {
        self.get(key).map(|node| node.read()).transpose()
    }

    /// The value of a key that may be given and must then obey a rule.
    pub(crate) fn optional_where<T: FromNode + Display + Copy>(
        &self,
        key: &str,
        rule: Rule<T>,
    ) -> Result<Option<T>> {
        self.get(key).map(|node| node.read_where(rule)).transpose()
    }

    /// A problem with the value of a key, or with the table where the key is not given.
    pub(crate) fn error_at(&self, key: &str, problem: impl Into<String>) -> RecipeError {
        self.get(key).unwrap_or_else(|| self.node.clone()).error(problem)
    }
}

/// A type that can be read from a value of the document.
pub(crate) trait FromNode: Sized {
    /// Reads the value or says what was expected.
    fn from_node(node: &Node<'_>) -> Result<Self>;
}

/// What a value must obey, and the words that say so after "must be".
#[derive(Clone, Copy, Debug)]
pub struct Rule<T> {
    /// Whether a value obeys.
    pub holds: fn(&T) -> bool,
    /// The rule in words.
    pub words: &'static str,
}
