//! Outputs that are whole and wait for their names, so that those of one call appear together.

use crate::document::DocumentWriter;
use crate::error::Result;
use crate::memory::{Batches, MemoryTable};
use crate::register::commit_together;
use crate::sqlite::SqliteWriter;
use crate::staged::Staged;
use lethe_data::Context;
use std::sync::Arc;

/// A whole output under a temporary name. Dropped before it is committed, it leaves no trace.
pub struct Ready(Kind);

enum Kind {
    Document(DocumentWriter),
    Staged(Box<Staged>),
    /// A table that a database takes in by one transaction.
    Table(Box<SqliteWriter>),
    /// It went to standard output, where nothing waits.
    Printed,
    Memory(MemoryTable, Arc<Batches>),
}

impl Ready {
    /// A document with all its content, which is made durable.
    pub fn document(mut document: DocumentWriter) -> Result<Self> {
        document.sync()?;
        Ok(Self(Kind::Document(document)))
    }

    /// A table that was read back.
    pub fn staged(staged: Staged) -> Self {
        Self(Kind::Staged(Box::new(staged)))
    }

    pub(crate) fn table(writer: Box<SqliteWriter>) -> Self {
        Self(Kind::Table(writer))
    }

    pub(crate) fn printed() -> Self {
        Self(Kind::Printed)
    }

    pub(crate) fn memory(place: MemoryTable, content: Arc<Batches>) -> Self {
        Self(Kind::Memory(place, content))
    }

    /// Gives the output its name.
    pub fn commit(self, context: &Context) -> Result<()> {
        match self.0 {
            Kind::Document(document) => document.commit(),
            Kind::Staged(staged) => staged.commit(context),
            Kind::Table(writer) => writer.finish(),
            Kind::Printed => Ok(()),
            Kind::Memory(place, content) => {
                place.put(content);
                Ok(())
            }
        }
    }
}

/// Gives all outputs of a call their names, in this order.
///
/// **Guarantee**: none gets its name after the run was cancelled before.
pub fn commit_all(outputs: Vec<Ready>, context: &Context) -> Result<()> {
    context.check_cancelled()?;
    commit_together(|| outputs.into_iter().try_for_each(|output| output.commit(context)))
}
