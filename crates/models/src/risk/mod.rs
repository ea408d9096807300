//! How re-identifiable records are as they stand.
