//! Local recoding: what each way loses, against the best levels for all; time and memory of large tables; and a Mondrian
//! in Python on the same table. Ours is always the whole command, as users run it.

mod peer;
mod quality;
mod run;
mod scale;
mod subject;
mod way;

use super::Bench;
use super::lab::Lab;
use super::report::Report;
use super::table::Table;
use anyhow::Result;
use quality::Comparison;
use scale::Carried;
use serde_json::{Value, json};

/// Local recoding.
pub(crate) struct Recode;

impl Bench for Recode {
    fn name(&self) -> &'static str {
        "recode"
    }

    fn question(&self) -> &'static str {
        "How much is lost by Mondrian, by each clustering, in memory and on disk, and by levels in rounds, compared with \
         the best levels for all; how long do they take, and how does time grow with rows beyond memory; and how does \
         our Mondrian compare with one in Python?"
    }

    fn measure(&self, lab: &Lab) -> Result<Report> {
        let quality = quality::measure(lab)?;
        let peer = peer::measure(lab)?;
        let scale = scale::measure(lab)?;
        let mut tables: Vec<Table> = quality.iter().map(Comparison::table).collect();
        tables.push(quality::goals(&quality));
        tables.push(scale::table(&scale));
        tables.extend(scale::growth(&scale));
        tables.extend(peer.as_ref().map(peer::Compared::table));
        let quality: Vec<Value> = quality.iter().map(Comparison::sample).collect();
        let scale: Vec<Value> = scale.iter().map(Carried::sample).collect();
        let peer = peer.as_ref().map(peer::Compared::sample);
        Ok(Report { tables, samples: json!({"quality": quality, "scale": scale, "peer": peer}) })
    }
}
