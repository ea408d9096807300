//! Generalization: the timed search for the best levels, and timed local recoding.

mod global;
mod local;
mod memory;
mod request;
mod subject;

use anyhow::Result;
use lethe_data::Context;
use request::Request;
use serde_json::json;
use subject::Subject;

/// Reads a table, searches it as often as asked, and prints times, memory and what was found.
pub(crate) fn run(words: &[&str]) -> Result<()> {
    let request = Request::parse(words)?;
    let context = Context::new(request.threads)?;
    let start = memory::Start::now();
    let subject = Subject::read(&request, &context)?;
    let mut found = match request.search {
        "local" => local::measure(&request, &subject, &context, &start)?,
        _ => global::measure(&request, &subject, &context, &start)?,
    };
    found["search"] = json!(request.search);
    found["threads"] = json!(request.threads);
    found["rows"] = json!(subject.table.rows());
    found["columns"] = json!(subject.quasi.len());
    found["nodes"] = json!(subject.nodes());
    found["suppression"] = json!(request.suppression);
    found["encoded_mib"] = json!(subject.table.bytes() as f64 / f64::from(1 << 20));
    println!("{found}");
    Ok(())
}
