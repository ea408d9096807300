//! Is it safe, is it useful: privacy models, quality models and risk figures.
//!
//! A model never knows how a table was searched, so no search can redefine what "anonymous" means. Each is a module of
//! its own behind a small trait by shape and says what it needs and how it behaves when classes are merged.

mod error;
pub mod privacy;
pub mod quality;
pub mod risk;

pub use error::{Error, Result};
