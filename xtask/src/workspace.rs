//! Where the workspace is.

use anyhow::{Context, Result};
use std::path::PathBuf;

/// Makes the workspace root the current directory, so that every command and path below is written from there.
pub(crate) fn enter() -> Result<()> {
    // Cargo sets the variable when it runs us; the compiled-in value serves a binary that is started by hand.
    let ours = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    let root = ours.parent().context("xtask has no parent directory")?;
    std::env::set_current_dir(root).with_context(|| format!("{}: cannot enter", root.display()))
}
