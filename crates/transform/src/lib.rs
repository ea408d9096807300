//! Make it safe: the only room that changes data.
