//! Compartments against their definition, tried on every set of columns.

mod oracle;
mod rows;
mod sets;
mod worked;
