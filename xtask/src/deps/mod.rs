//! `cargo xtask deps`: what may depend on what. Each rule looks at cargo's metadata and returns a sentence for
//! everything that breaks it.

mod arrows;
mod heavy;
#[cfg(test)]
mod made_up;
mod rust_version;

use crate::metadata::Metadata;
use anyhow::{Result, bail};

/// A rule and what it is called in the output.
type Rule = (&'static str, fn(&Metadata) -> Vec<String>);

const RULES: &[Rule] = &[
    ("crates depend on each other only along the arrows", arrows::broken),
    ("algorithm crates are free of heavy dependencies", heavy::broken),
    ("no dependency needs a newer Rust than we declare", rust_version::broken),
];

/// Checks every rule, and names all that is wrong before it fails.
pub(crate) fn run() -> Result<()> {
    let metadata = Metadata::load()?;
    let mut faults = 0;
    for (rule, broken) in RULES {
        let broken = broken(&metadata);
        println!("{rule}: {}", if broken.is_empty() { "yes" } else { "no" });
        for fault in &broken {
            println!("  {fault}");
        }
        faults += broken.len();
    }
    if faults > 0 {
        bail!("{faults} dependency fault{}, named above", if faults == 1 { "" } else { "s" });
    }
    Ok(())
}
