//! Cells changed until no combination of at most so many columns singles anybody out.
