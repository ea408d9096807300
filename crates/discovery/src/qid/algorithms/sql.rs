//! Let a database count.
//!
//! Grouping and counting is what databases are made for, and data that may not leave one can be searched where it is.
//! Statements keep to the part of SQL that databases share: quoted identifiers, no `AS` before the name of a subquery.
//! `GROUP BY` puts missing values together, so they count as a value of their own; that they may stand for any value
//! cannot be said in this way.

use super::by_size::{self, Strategy};
use super::combinations::Combinations;
use crate::qid::{Algorithm, Found, Nulls, Question};
use crate::{Error, Result};
use lethe_data::{Column, ColumnSet, Context, Table};

/// A database that holds the table.
pub trait SqlEngine: Sync {
    /// The number that a statement of [`exposed_statement`] returns. A message of the error must hold no cell's value.
    fn exposed(&self, statement: &str) -> std::result::Result<u64, Box<dyn std::error::Error + Send + Sync>>;
}

/// The names by which a database knows a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The table's name, one identifier.
    pub name: String,
    /// The names of the columns, by position in the [`Table`].
    pub columns: Vec<String>,
    /// The column that says how many records a row stands for; `None`: one each.
    pub weight: Option<String>,
}

impl Relation {
    /// A relation whose columns are named as in the table and whose rows stand for one person each.
    pub fn of(table: &Table, name: impl Into<String>) -> Self {
        let columns = table.columns().iter().map(Column::name).map(str::to_owned).collect();
        Self { name: name.into(), columns, weight: None }
    }

    fn names<'a>(&'a self, set: &'a ColumnSet) -> impl Iterator<Item = &'a str> {
        set.iter().map(|column| self.columns[column].as_str())
    }

    fn statement(&self, set: &ColumnSet, k: u64) -> String {
        exposed_statement(&self.name, self.names(set), k, self.weight.as_deref())
    }
}

/// A statement that returns the number of records that have fewer than `k` like them on some columns.
///
/// **Paper**: Podlesny 2023, Algorithm 2, line 6, summed up over the classes.
pub fn exposed_statement<'a>(
    table: &str,
    columns: impl IntoIterator<Item = &'a str>,
    k: u64,
    weight: Option<&str>,
) -> String {
    format!("SELECT COALESCE(SUM(n), 0) FROM {}", small_classes(table, columns, k, weight))
}

fn small_classes<'a>(
    table: &str,
    columns: impl IntoIterator<Item = &'a str>,
    k: u64,
    weight: Option<&str>,
) -> String {
    let records = weight.map_or("COUNT(*)".to_owned(), |weight| format!("SUM({})", identifier(weight)));
    let columns = columns.into_iter().map(identifier).collect::<Vec<_>>().join(", ");
    let table = identifier(table);
    format!("(SELECT {records} AS n FROM {table} GROUP BY {columns} HAVING {records} < {k}) small")
}

fn identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// A script of one statement for each column set that the question allows, to be run where the data is.
///
/// **Guarantee**: one line an item, except where a name holds a line break; nothing is held in memory but the set at
/// hand.
/// **Cost**: all sets are listed, because what prunes them is not known before the statements have run.
/// **Errors**: missing values are asked to stand for any value.
pub fn emit_script<'a>(
    question: &'a Question<'_>,
    relation: &'a Relation,
) -> Result<impl Iterator<Item = String> + 'a> {
    check_nulls(question)?;
    let sizes = 1..=question.max_size();
    let sets = sizes.flat_map(|size| Combinations::new(question.columns(), size));
    let statements = sets.map(|set| {
        let label = relation.names(&set).collect::<Vec<_>>().join(", ");
        let classes =
            small_classes(&relation.name, relation.names(&set), question.k(), relation.weight.as_deref());
        format!("SELECT {} AS column_set, COALESCE(SUM(n), 0) AS exposed FROM {classes};", literal(&label))
    });
    Ok(header(question).into_iter().chain(statements))
}

fn header(question: &Question<'_>) -> Vec<String> {
    let (k, least, size) = (question.k(), question.min_exposed(), question.max_size());
    let text = format!(
        "Which sets of up to {size} columns are quasi-identifiers?
Each statement returns a column set and the number of exposed records: those whose values on the set
fewer than {k} records have, themselves included.
A set is a quasi-identifier when the number is at least {least}. It is minimal when no smaller set inside it
is one; smaller sets come first, and supersets of a quasi-identifier need not be run.
Missing values count as one value. Names are in double quotes; MySQL and MariaDB understand this after
SET sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES';"
    );
    text.lines().map(|line| format!("-- {line}")).collect()
}

fn check_nulls(question: &Question<'_>) -> Result<()> {
    match question.limits().nulls {
        Nulls::Value => Ok(()),
        Nulls::Wildcard => Err(Error::WildcardSql),
    }
}

/// Searches as [`Minimal`](super::Minimal) does, with the counting done by a database.
///
/// The question's table only lends its columns and its number of records; the answer is about the database's rows.
///
/// **Paper**: Podlesny 2023, Algorithm 2 and Definition 6.
/// **Cost**: one statement for each minimal quasi-identifier and for each set that is none, one after the other.
/// **Errors**: missing values are asked to stand for any value, or the database fails.
#[derive(Clone, Debug)]
pub struct Sql<E> {
    /// The database.
    pub engine: E,
    /// The names it knows the table by.
    pub relation: Relation,
}

impl<E: SqlEngine> Algorithm for Sql<E> {
    fn name(&self) -> &'static str {
        "sql"
    }

    fn find(&self, question: &Question<'_>, context: &Context) -> Result<Found> {
        check_nulls(question)?;
        by_size::search(question, &Asking { sql: self, question, context }, context)
    }
}

struct Asking<'a, E> {
    sql: &'a Sql<E>,
    question: &'a Question<'a>,
    context: &'a Context,
}

impl<E: SqlEngine> Strategy for Asking<'_, E> {
    fn assess(&self, sets: &[ColumnSet]) -> Vec<Result<bool>> {
        let assess = |set: &ColumnSet| {
            self.context.check_cancelled()?;
            let statement = self.sql.relation.statement(set, self.question.k());
            let exposed = self.sql.engine.exposed(&statement).map_err(Error::Engine)?;
            Ok(exposed >= self.question.min_exposed())
        };
        sets.iter().map(assess).collect()
    }
}
