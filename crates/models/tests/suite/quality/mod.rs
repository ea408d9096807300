//! Quality measures against row-by-row definitions, their bounds against brute force, and published figures.

mod bounds;
mod edges;
mod figures;
mod local;
mod oracle;
mod sample;
mod spans;
mod tally;
mod values;
