//! Neighbours as files: two tables that differ by one record go through whole commands that promise differential privacy.
//!
//! A promise about rows is worth nothing if one person's cell changes what the cells of others are read as. So records are odd on purpose, and nothing
//! of what the commands make may show more of the one record than it adds by itself.

mod dp;
mod example;
mod files;
mod safepub;
mod silo;
