//! Columns put into compartments: tables that each single nobody out and that cannot be joined again.
