//! Names of tables in memory, so that a request that is written down can mean them.
//!
//! A name is good in this process, for as long as its [`NamedTable`] lives, and cannot be guessed: who may write requests cannot read
//! tables that others have named.

use crate::location::Location;
use crate::memory::MemoryTable;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{LazyLock, Mutex, PoisonError};

const PREFIX: &str = "memory:";

/// Every table that has a name, by it.
static NAMED: LazyLock<Mutex<BTreeMap<String, Location>>> = LazyLock::new(Mutex::default);

fn with_named<T>(work: impl FnOnce(&mut BTreeMap<String, Location>) -> T) -> T {
    work(&mut NAMED.lock().unwrap_or_else(PoisonError::into_inner))
}

/// A table in memory with a name that requests can use; dropping it takes the name away, not the table.
#[derive(Debug)]
pub struct NamedTable {
    name: String,
    table: MemoryTable,
}

impl NamedTable {
    /// Names a table; messages call it `label`.
    pub fn new(label: &str, table: MemoryTable) -> Self {
        let keys = [RandomState::new(), RandomState::new()];
        let location = Location::memory(label, table.clone());
        let name = with_named(|named| {
            let [one, other] = keys.map(|key| key.hash_one(named.len()));
            let name = format!("{PREFIX}{one:016x}{other:016x}");
            named.insert(name.clone(), location);
            name
        });
        Self { name, table }
    }

    /// The name, as it stands in a request where otherwise a file would.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The table.
    pub fn table(&self) -> &MemoryTable {
        &self.table
    }
}

impl Drop for NamedTable {
    fn drop(&mut self) {
        with_named(|named| named.remove(&self.name));
    }
}

/// Whether this is the name of a table in memory, of one that is gone perhaps.
pub(crate) fn is_name(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// The table of this name.
pub(crate) fn find(name: &str) -> Option<Location> {
    with_named(|named| named.get(name).cloned())
}

/// The name of a table in memory.
pub(crate) fn name_of(table: &MemoryTable) -> Option<String> {
    with_named(|named| {
        let mut all = named.iter();
        let found = all.find(|(_, location)| location.in_memory() == Some(table));
        found.map(|(name, _)| name.clone())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> MemoryTable {
        let schema = arrow_schema::Schema::empty();
        MemoryTable::new(schema.into(), Vec::new()).unwrap()
    }

    #[test]
    fn a_name_means_its_table_until_it_is_dropped() {
        let (one, other) = (NamedTable::new("one", table()), NamedTable::new("other", table()));
        assert_ne!(one.name(), other.name());
        let written = serde_json::to_value(Location::memory("x", one.table().clone())).unwrap();
        assert_eq!(written, one.name());
        let read: Location = serde_json::from_value(written.clone()).unwrap();
        assert_eq!((read.in_memory(), read.name.as_str()), (Some(one.table()), "one"));
        drop(one);
        let error = serde_json::from_value::<Location>(written).unwrap_err().to_string();
        assert!(error.contains("no table in memory has this name"), "{error}");
        assert!(serde_json::to_value(Location::memory("x", table())).is_err());
    }

    #[test]
    fn names_are_no_files() {
        let named = NamedTable::new("one", table());
        assert!(Location::parse(named.name()).is_err());
    }
}
