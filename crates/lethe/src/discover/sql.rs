//! Letting a database count: the one that is built in, or the user's own.

use super::Discover;
use super::subject::Subject;
use crate::{Error, Result};
use lethe_data::Context;
use lethe_data::wording::grouped;
use lethe_discovery::qid::Question;
use lethe_discovery::qid::algorithms::sql::{Relation, Sql, SqlEngine, emit_script};
use lethe_io::{CountingDatabase, Format};
use std::path::Path;

/// A longer script is of no use to anybody.
const MOST_STATEMENTS: u64 = 100_000;

/// The `SQLite` that comes with Lethe, holding the codes of a table.
pub(super) struct Engine(CountingDatabase);

impl SqlEngine for Engine {
    fn exposed(&self, statement: &str) -> Result<u64, Box<dyn std::error::Error + Send + Sync>> {
        Ok(self.0.number(statement)?)
    }
}

/// The search that asks the built-in database.
pub(super) fn algorithm(question: &Question<'_>, context: &Context) -> Result<Sql<Engine>> {
    let table = question.table();
    let relation = Relation {
        name: CountingDatabase::TABLE.to_owned(),
        columns: (0..table.columns().len()).map(CountingDatabase::column_name).collect(),
        weight: table.weights().map(|_| CountingDatabase::WEIGHT.to_owned()),
    };
    let database = CountingDatabase::load(table, question.columns(), question.k(), context)?;
    Ok(Sql { engine: Engine(database), relation })
}

/// A script for the user's own database: one statement for each column set that the request allows.
///
/// The table is called `name`, or as the file is called.
///
/// **Errors**: those of [`super::discover`], or there would be too many statements.
pub fn script(request: &Discover, name: Option<&str>, context: &Context) -> Result<String> {
    let subject = Subject::read(request, context)?;
    let question = subject.question(request)?;
    let statements = number_of_sets(question.columns().len(), question.max_size());
    if statements.is_none_or(|statements| statements > MOST_STATEMENTS) {
        return Err(Error::Request(format!(
            "the script would have more than {} statements; say `max_size` N or choose fewer `columns`",
            grouped(MOST_STATEMENTS)
        )));
    }
    let name = name.map_or_else(|| table_name(request), str::to_owned);
    let relation = Relation {
        weight: request.read.weights.as_ref().map(|weights| weights.column.clone()),
        ..Relation::of(question.table(), name)
    };
    let mut script = String::new();
    for line in emit_script(&question, &relation)? {
        script.push_str(&line);
        script.push('\n');
    }
    Ok(script)
}

/// What the table is probably called where it came from.
fn table_name(request: &Discover) -> String {
    if let Format::Sqlite { table } = &request.data.format {
        return table.clone();
    }
    let path = request.data.path.as_deref().and_then(Path::file_name);
    let name = path.map(|name| name.to_string_lossy().into_owned());
    let stem = name.as_deref().and_then(|name| name.split('.').next()).filter(|stem| !stem.is_empty());
    stem.unwrap_or("records").to_owned()
}

/// The number of non-empty sets of up to `most` of so many columns, unless it is beyond counting.
fn number_of_sets(columns: usize, most: usize) -> Option<u64> {
    let (mut of_size, mut all) = (1u64, 0u64);
    for size in 1..=most as u64 {
        of_size = of_size.checked_mul(columns as u64 + 1 - size)? / size;
        all = all.checked_add(of_size)?;
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_io::Location;

    #[test]
    fn sets_are_counted_until_there_are_too_many() {
        assert_eq!(number_of_sets(4, 4), Some(15));
        assert_eq!(number_of_sets(100, 3), Some(166_750));
        assert_eq!(number_of_sets(0, 0), Some(0));
        assert_eq!(number_of_sets(4096, 4096), None);
    }

    #[test]
    fn the_table_is_called_like_the_file() {
        let name = |data: &str| table_name(&Discover::of(Location::parse(data).unwrap()));
        assert_eq!(name("x/patients.csv.gz"), "patients");
        assert_eq!(name("clinic.sqlite#stays"), "stays");
        assert_eq!(name("-"), "records");
    }
}
