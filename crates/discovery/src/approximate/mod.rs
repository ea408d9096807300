//! First answers from samples.
