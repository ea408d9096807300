//! The developer's own commands.
fn main() {}
