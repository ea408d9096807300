//! The measured claims. `lethe-bench measure NAME`, which `cargo xtask bench NAME` calls, measures one: it runs ours and its peers in
//! turns and records the result. Every other subcommand is a job of ours that is measured so.

mod jobs;
mod measure;
mod median;
mod shell;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["measure", words @ ..] => measure::run(words),
        words => jobs::run(words),
    }
}
