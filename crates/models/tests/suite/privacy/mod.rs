//! Every privacy model against its definition in the plainest form, on all classes of small tables.

mod closeness;
mod documented;
mod examples;
mod oracle;
mod properties;
mod refusals;
mod registry;
mod release;
mod suite;
