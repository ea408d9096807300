//! What each way loses, side by side.

use super::super::lab::Lab;
use super::super::table::{Table, seconds};
use super::run::{Run, run};
use super::subject::Subject;
use super::way::{FULL_DOMAIN, HYBRID, MONDRIAN, WAYS, Way};
use anyhow::Result;
use serde_json::{Value, json};

const AMNESIA_ROWS: [u64; 2] = [100_000, 1_000_000];
const AMNESIA_KS: [u32; 3] = [5, 10, 100];
const ADULT_K: u32 = 5;
/// What local recoding of adult may lose, compared with the best levels for all.
const ADULT_SHARE: f64 = 0.6;
/// The mean loss that the reference tool's local recoding of adult is known for (ARX 3.9.2, published, not run here).
const ADULT_REFERENCE: f64 = 0.068;

/// One table and k, recoded in every way.
pub(super) struct Comparison {
    name: String,
    is_adult: bool,
    runs: Vec<(&'static Way, Run)>,
}

/// Recodes all tables in all ways, each once: what is lost is the same every time.
pub(super) fn measure(lab: &Lab) -> Result<Vec<Comparison>> {
    let mut compared = Vec::new();
    if let Some(adult) = Subject::adult(lab)? {
        compared.push(compare(lab, &adult, ADULT_K, true)?);
    }
    for rows in AMNESIA_ROWS {
        let amnesia = Subject::amnesia(lab, rows)?;
        for k in AMNESIA_KS {
            compared.push(compare(lab, &amnesia, k, false)?);
        }
    }
    Ok(compared)
}

fn compare(lab: &Lab, subject: &Subject, k: u32, is_adult: bool) -> Result<Comparison> {
    let name = format!("{} {} rows k={k}", subject.name, subject.rows);
    let recode = |way: &'static Way| {
        println!("recoding {name}: {}", way.name);
        Ok((way, run(lab, subject, k, way.flags)?))
    };
    let runs = WAYS.into_iter().map(recode).collect::<Result<_>>()?;
    Ok(Comparison { name, is_adult, runs })
}

impl Comparison {
    /// The figures of all ways.
    pub(super) fn table(&self) -> Table {
        let title = format!("{}, nobody suppressed", self.name);
        let headings = [
            "way",
            "NCP",
            "Total",
            "loss",
            "NCP / mondrian",
            "loss / full domain",
            "method",
            "whole command",
            "peak memory",
        ];
        let mut table = Table::new(title, &headings);
        let (mondrian, full) = (self.of(MONDRIAN), self.of(FULL_DOMAIN));
        for (way, run) in &self.runs {
            table.row([
                way.name.to_owned(),
                format!("{:.5}", run.ncp),
                format!("{:.5}", run.total),
                format!("{:.5}", run.loss),
                mondrian.map_or_else(String::new, |mondrian| format!("{:.3}", run.ncp / mondrian.ncp)),
                full.map_or_else(String::new, |full| format!("{:.3}", run.loss / full.loss)),
                seconds(run.method_seconds),
                seconds(run.seconds),
                format!("{:.0} MiB", run.peak_mib),
            ]);
        }
        table
    }

    /// For the record.
    pub(super) fn sample(&self) -> Value {
        let runs = self.runs.iter().map(|(way, run)| (way.name.to_owned(), run.sample()));
        json!({"case": self.name, "runs": runs.collect::<serde_json::Map<_, _>>()})
    }

    fn of(&self, wanted: &Way) -> Option<&Run> {
        self.runs.iter().find(|(way, _)| way.name == wanted.name).map(|(_, run)| run)
    }

    /// The local recoding that loses least.
    fn best(&self) -> Option<&(&'static Way, Run)> {
        let local = self.runs.iter().filter(|(way, _)| way.name != FULL_DOMAIN.name);
        local.min_by(|(_, one), (_, other)| one.loss.total_cmp(&other.loss))
    }
}

/// What was promised, and whether it is kept.
pub(super) fn goals(compared: &[Comparison]) -> Table {
    let headings =
        ["case", "hybrid / mondrian NCP", "below 1", "best local loss", "by", "/ full domain", "met"];
    let title = format!(
        "Goals: hybrid clustering has less NCP than Mondrian; on adult the best local recoding loses at most \
         {ADULT_SHARE} of the full domain's loss and less than {ADULT_REFERENCE}"
    );
    let mut table = Table::new(title, &headings);
    let yes = |is: bool| if is { "yes" } else { "NO" }.to_owned();
    for one in compared {
        let (Some(mondrian), Some(hybrid), Some(full), Some((way, best))) =
            (one.of(MONDRIAN), one.of(HYBRID), one.of(FULL_DOMAIN), one.best())
        else {
            continue;
        };
        let (ncp, loss) = (hybrid.ncp / mondrian.ncp, best.loss / full.loss);
        let kept = loss <= ADULT_SHARE && best.loss < ADULT_REFERENCE;
        table.row([
            one.name.clone(),
            format!("{ncp:.4}"),
            yes(ncp < 1.0),
            format!("{:.5}", best.loss),
            way.name.to_owned(),
            format!("{loss:.3}"),
            if one.is_adult { yes(kept) } else { String::new() },
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::run::tests::lost;
    use super::*;

    fn comparison(mondrian: Run, hybrid: Run) -> Comparison {
        let runs = vec![(MONDRIAN, mondrian), (HYBRID, hybrid), (FULL_DOMAIN, lost(0.6, 0.5))];
        Comparison { name: "adult".to_owned(), is_adult: true, runs }
    }

    #[test]
    fn ratios_stand_beside_the_losses() {
        let text = comparison(lost(0.2, 0.1), lost(0.1, 0.05)).table().to_string();
        assert!(
            text.contains("| 0.10000 | 0.50000 | 0.05000 |          0.500 |              0.100 |"),
            "{text}"
        );
    }

    #[test]
    fn goals_are_held_against_the_best_local_recoding() {
        let kept = goals(&[comparison(lost(0.2, 0.1), lost(0.1, 0.05))]).to_string();
        assert!(kept.contains("0.5000 |     yes |") && kept.contains("0.100 | yes |"), "{kept}");
        let missed = goals(&[comparison(lost(0.1, 0.1), lost(0.2, 0.07))]).to_string();
        assert!(missed.contains("2.0000 |      NO |") && missed.contains("0.140 |  NO |"), "{missed}");
    }
}
