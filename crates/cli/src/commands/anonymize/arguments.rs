//! The flags of `lethe anonymize`.

use super::elimination::{self, EliminationFlags};
use super::safepub::SafepubFlags;
use crate::args::{ReadArgs, WeightArgs, WriteArgs, parse_share};
use crate::commands::model_flags::ModelFlags;
use crate::exit::Failure;
use clap::{Args, ValueEnum};
use lethe::anonymize::{Anonymize, Identifying, Others, Overrides, thaw};
use lethe::data::hierarchy::UnknownValues;
use lethe::data::{Decimal, Role};
use lethe::recipe::Init;
use lethe::recipe_file::{
    Aggregate, Algorithm, Center, HierarchyRecipe, MethodName, QualityMeasure, Recode, Split, Suppressed,
    parse_time_or_none,
};
use lethe::requirements::flags::{self, Flagged};
use lethe::{Error, Files, Location};
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "Examples:
  lethe anonymize patients.csv --recipe clinic.toml -o release.csv --report report.html
  lethe anonymize patients.csv --quasi age,zip --hierarchy age=age.csv --hierarchy zip=zip.csv --k 5 -o release.csv
  lethe anonymize patients.csv --recipe clinic.toml --suppression-limit 0.05 --aggregate geometric --explain
  lethe anonymize patients.csv --recipe clinic.toml --levels age=2,zip=1 -o release.csv
  lethe anonymize patients.csv --recipe clinic.toml --method mondrian -o release.csv
  lethe anonymize large.csv --recipe clinic.toml --method disk-cluster --memory 512MiB --resume -o release.csv
  lethe anonymize patients.csv --recipe clinic.toml --method suppress --max-size 3 --keep diagnosis -o release.csv
  lethe anonymize patients.csv --recipe clinic.toml --method generalize --max-size 3 --center median -o release.csv
  lethe anonymize patients.csv --recipe clinic.toml --method perturb --perturbation rank-swap --amount 0.05 -o release.csv
  lethe anonymize patients.csv --recipe clinic.toml --method compartment --cover pairs --shared diagnosis -o compartments
  lethe anonymize patients.csv --recipe clinic.toml --method compartment --mode row-wise --max-size 3 -o release.csv
  lethe anonymize patients.csv --recipe clinic.toml --method compose --composition auto --max-size 3 -o release.csv
  lethe anonymize patients.csv --recipe clinic.toml --method safepub --dp 1,1e-6 --class diagnosis -o release.csv
  lethe anonymize patients.csv --recipe clinic.toml --identifying pseudonym --key secret.key --shuffle -o release.csv
  lethe anonymize patients.csv --recipe clinic.toml -o release.csv --freeze solution.json
  lethe anonymize new-patients.csv --apply solution.json -o new-release.csv";

const LONG: &str = "Transform a table until its privacy models hold, with the least loss.

Quasi-identifying columns are generalized along their hierarchies, all values of a column to the same level; a column \
without a hierarchy is published as it is or as *. Records whose class is still too small are suppressed, up to --suppression-limit: \
they show * in every column. \
The levels with the least loss are searched for, and the report says whether it is proven that none are better.

The methods mondrian, cluster and disk-cluster look for no levels: they put records into groups, and a group shows in each \
column what its records have in common, a node of the hierarchy or a range or set of values. Nobody is suppressed. A table \
larger than --memory is grouped on disk, with the same result.

The methods suppress, generalize, perturb and compose change single cells until no combination of values is left that fewer \
than k records share, on any --max-size columns or, without it, on all. The method compartment splits the \
columns into tables that single nobody out. perturb, compose, and generalize with --center may publish values that nobody has; \
the report says so.

The method safepub guarantees differential privacy (--dp) with true records: levels are chosen by the exponential mechanism, \
every record is sampled, and what is rare is left out. Rows come in the order of what they show.

The written file is read again and judged by the verifier before it gets its name. Without -o nothing is kept but the \
report. Exit status 0 when a solution was found, 1 when none exists, 3 when a limit ended the search (the best solution \
until then is published).";

/// Transform a table until its privacy models hold, with the least loss.
#[derive(Debug, Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "a flag is a bool")]
pub(crate) struct Arguments {
    /// The table: .csv .tsv .psv (also .gz .zst), .parquet, .arrow, .feather, file.sqlite#table, or - for standard
    /// input.
    data: String,
    /// Roles, hierarchies, models and search settings; flags override it.
    #[arg(long, value_name = "FILE")]
    recipe: Option<PathBuf>,
    /// Write the report to this file: the evidence about the release as one page (.html), or JSON.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Explain which models force the levels, and what weaker ones would gain.
    #[arg(long)]
    explain: bool,
    /// List the N best solutions: levels, loss, suppressed records, risk.
    #[arg(long, value_name = "N")]
    solutions: Option<u64>,
    /// Write every combination of levels with its loss, suppressed records and risk to this table.
    #[arg(long, value_name = "FILE")]
    solutions_file: Option<String>,
    /// Save the solution, with its hierarchies, to be applied to later tables.
    #[arg(long, value_name = "FILE", conflicts_with = "apply")]
    freeze: Option<PathBuf>,
    /// Apply a saved solution to this table; refuse when its models would not hold. Roles, hierarchies, models and levels
    /// are those of the solution.
    #[arg(long, value_name = "FILE", conflicts_with_all = FROZEN)]
    apply: Option<PathBuf>,
    /// Quasi-identifiers: columns that may identify a person together with others.
    #[arg(long, value_delimiter = ',', value_name = "A,B", help_heading = COLUMNS)]
    quasi: Vec<String>,
    /// Sensitive attributes: columns that must not be inferred about a person.
    #[arg(long, value_delimiter = ',', value_name = "A,B", help_heading = COLUMNS)]
    sensitive: Vec<String>,
    /// Direct identifiers: columns that identify a person by themselves; they are left out.
    #[arg(long, value_delimiter = ',', value_name = "A,B", help_heading = COLUMNS)]
    identifiers: Vec<String>,
    /// Insensitive attributes: columns that are published unchanged.
    #[arg(long, value_delimiter = ',', value_name = "A,B", help_heading = COLUMNS)]
    insensitive: Vec<String>,
    /// What becomes of columns without a role: refuse the table and list them, leave them out (drop), or publish them
    /// unchanged (keep), except those that look like direct identifiers.
    #[arg(long, value_enum, default_value_t = OthersChoice::Refuse, help_heading = COLUMNS)]
    others: OthersChoice,
    /// The hierarchy file of a column; repeatable.
    #[arg(long, value_name = "COLUMN=FILE", value_parser = parse_file, help_heading = COLUMNS)]
    hierarchy: Vec<(String, String)>,
    /// The lowest level that a column may have.
    #[arg(long, value_delimiter = ',', value_name = "COLUMN=N", value_parser = parse_level, help_heading = COLUMNS)]
    min_level: Vec<(String, u32)>,
    /// The highest level that a column may have.
    #[arg(long, value_delimiter = ',', value_name = "COLUMN=N", value_parser = parse_level, help_heading = COLUMNS)]
    max_level: Vec<(String, u32)>,
    /// What to do with values that a hierarchy does not have.
    #[arg(long, value_enum, default_value_t = Unknown::Refuse, help_heading = COLUMNS)]
    unknown: Unknown,
    /// How the release is made. Levels for all: auto, flash, incognito, lightning, top-down, genetic, datafly, or fixed with
    /// --levels. Records in groups: mondrian, cluster, disk-cluster. Cells changed: suppress, generalize, perturb, compose.
    /// Columns split: compartment. Differential privacy: safepub with --dp.
    #[arg(long, value_name = "NAME", help_heading = SEARCH)]
    method: Option<MethodName>,
    /// The level of each column, instead of searching; columns not named stay on their lowest.
    #[arg(long, value_delimiter = ',', value_name = "COLUMN=N", value_parser = parse_level, help_heading = SEARCH)]
    levels: Vec<(String, u32)>,
    /// The share of records that may be suppressed, such as 0.05 or 5%.
    #[arg(long, value_name = "SHARE", value_parser = parse_share, help_heading = SEARCH)]
    suppression_limit: Option<Decimal>,
    /// How the losses of columns become one: mean, geometric, max, sum or rank.
    #[arg(long, value_name = "NAME", help_heading = SEARCH)]
    aggregate: Option<Aggregate>,
    /// What suppression counts against generalization, for --quality loss: 0 ignores suppression, 1 ignores
    /// generalization; 0.5, both as they are, when not given.
    #[arg(long, value_name = "SHARE", value_parser = parse_share, help_heading = SEARCH)]
    gs_factor: Option<Decimal>,
    /// The loss that is made small: loss, precision, discernibility, group-size, entropy, ncp,
    /// total, classification, discernibility-monotone, entropy-monotone, ambiguity, kl-divergence or squared-error.
    #[arg(long, value_name = "NAME", help_heading = SEARCH)]
    quality: Option<QualityMeasure>,
    /// The column that classes should predict, for --quality classification.
    #[arg(long, value_name = "COLUMN", help_heading = SEARCH)]
    class: Option<String>,
    /// Stop after this time, such as 500ms, 30s, 5m or 1h, with the best solution so far; exit status 3.
    #[arg(long, value_name = "TIME", value_parser = parse_limit, help_heading = SEARCH)]
    time_limit: Option<Duration>,
    /// Give records that one solution would suppress to another one, until nothing improves.
    #[arg(long, help_heading = SEARCH)]
    local: bool,
    /// How records are joined to clusters: hybrid, oka, k-member or mdav, for --method cluster or disk-cluster. With mdav
    /// numbers are replaced by their cluster's center, which nobody need have. How safe sets of columns are found: borders or
    /// cliques, for --method compartment.
    #[arg(long, value_name = "NAME", help_heading = SEARCH)]
    algorithm: Option<Algorithm>,
    /// Show nodes of hierarchies, and ranges or sets of values in columns without one (hierarchy), or ranges and sets in all
    /// columns (range), for --method mondrian, cluster or disk-cluster.
    #[arg(long, value_name = "hierarchy|range", help_heading = SEARCH)]
    recode: Option<Recode>,
    /// Keep equal values together (strict), or let records with the median value go to either side (relaxed), for --method
    /// mondrian.
    #[arg(long, value_name = "strict|relaxed", help_heading = SEARCH)]
    split: Option<Split>,
    /// What numbers of a cluster are replaced by, for --algorithm mdav; what is shown instead of ranges of numbers, for
    /// --method generalize.
    #[arg(long, value_name = "mean|median", help_heading = SEARCH)]
    center: Option<Center>,
    /// Go on with an interrupted run of a table larger than memory; the result is the same as without the interruption.
    #[arg(long, help_heading = LARGE)]
    resume: bool,
    /// Where a run of a table larger than memory keeps its state; beside the output, as OUTPUT.lethe-work, when not given.
    #[arg(long, value_name = "FOLDER", help_heading = LARGE)]
    work: Option<PathBuf>,
    /// Publish suppressed records as rows of * (keep), or leave them out (drop).
    #[arg(long, value_name = "keep|drop", help_heading = PUBLISH)]
    suppressed: Option<Suppressed>,
    /// Columns that suppressed records show, besides rows of *: insensitive ones as they are, sensitive ones only where
    /// all suppressed records together satisfy the models. Without it a suppressed record shows nothing.
    #[arg(long, value_delimiter = ',', value_name = "A,B", help_heading = PUBLISH)]
    suppressed_shows: Vec<String>,
    /// Leave identifying columns out, or replace their values by pseudonyms made with --key.
    #[arg(long, value_enum, default_value_t = IdentifyingChoice::Drop, help_heading = PUBLISH)]
    identifying: IdentifyingChoice,
    /// The secret of the pseudonyms: a file of at least 32 random bytes. The same key gives the same pseudonyms.
    #[arg(long, value_name = "FILE", help_heading = PUBLISH)]
    key: Option<PathBuf>,
    /// Publish the rows in an order that --seed and the table's contents decide; nobody without the table can undo it.
    #[arg(long, help_heading = PUBLISH)]
    shuffle: bool,
    #[command(flatten)]
    elimination: EliminationFlags,
    #[command(flatten)]
    safepub: SafepubFlags,
    /// Differential privacy, for --method safepub: epsilon, and delta where it is not to follow from the number of records.
    #[arg(long, value_name = "EPSILON[,DELTA]", help_heading = "Models")]
    dp: Option<String>,
    #[command(flatten)]
    models: ModelFlags,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    weights: WeightArgs,
    #[command(flatten)]
    write: WriteArgs,
}

/// What a saved solution has decided.
const FROZEN: [&str; 23] = [
    "recipe",
    "method",
    "levels",
    "quasi",
    "sensitive",
    "identifiers",
    "insensitive",
    "hierarchy",
    "min_level",
    "max_level",
    "aggregate",
    "gs_factor",
    "quality",
    "class",
    "local",
    "algorithm",
    "recode",
    "split",
    "center",
    "EliminationFlags",
    "SafepubFlags",
    "dp",
    "ModelFlags",
];

const COLUMNS: &str = "Columns";
const SEARCH: &str = "Search";
const LARGE: &str = "Tables larger than memory";
const PUBLISH: &str = "What is published";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Unknown {
    Refuse,
    Suppress,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OthersChoice {
    Refuse,
    Drop,
    Keep,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum IdentifyingChoice {
    Drop,
    Pseudonym,
}

impl Arguments {
    /// Whether neither roles nor models nor a method are given.
    pub(super) fn says_nothing(&self) -> bool {
        let named = [&self.quasi, &self.sensitive, &self.identifiers, &self.insensitive];
        self.recipe.is_none()
            && self.apply.is_none()
            && self.method.is_none()
            && self.dp.is_none()
            && named.iter().all(|names| names.is_empty())
            && self.models.is_empty()
    }

    /// The request to propose a recipe for the table.
    pub(super) fn init(&self) -> Result<Init, Failure> {
        Ok(Init { read: self.read.options(), ..Init::of(Location::parse(&self.data)?) })
    }

    /// The recipe file.
    pub(super) fn recipe(&self) -> Option<&Path> {
        self.recipe.as_deref()
    }

    /// The table, as it was named.
    pub(super) fn data(&self) -> &str {
        &self.data
    }

    /// The call as a request.
    pub(super) fn request(&self, output: Option<&str>) -> Result<Anonymize, Failure> {
        let data = Location::parse(&self.data)?;
        let mut request = match (&self.apply, &self.recipe) {
            (Some(frozen), _) => thaw(frozen, data)?,
            (None, Some(file)) => {
                let folder = file.parent().unwrap_or(Path::new("")).to_owned();
                Anonymize { folder, ..Anonymize::of(data, lethe::recipe::load(file)?) }
            }
            (None, None) => Anonymize::of(data, lethe::recipe_file::Recipe::default()),
        };
        self.overrides()?.apply(&mut request.recipe, &request.folder)?;
        request.read = self.weights.with(self.read.options());
        if let Some(output) = output {
            elimination::set_output(&mut request, output, self.write.escape_formulas)?;
        }
        request.identifying = self.identifying()?;
        request.shuffle = self.shuffle;
        request.explain = self.explain;
        request.solutions = self.solutions;
        request.solutions_file = self.solutions_file.as_deref().map(Location::parse).transpose()?;
        request.freeze = self.freeze.clone().map(Into::into);
        request.report = self.report.clone().map(Into::into);
        request.date = Some(lethe::evidence::now());
        request.resume = self.resume;
        request.work.clone_from(&self.work);
        request.insecure_seed = self.safepub.insecure_seed();
        request.ledger = self.safepub.ledger().map(Path::to_owned);
        if request.recipe.search.method.name() != MethodName::Safepub {
            self.safepub.must_be_left_out()?;
        }
        request.unknown = match self.unknown {
            Unknown::Refuse => UnknownValues::Refuse,
            Unknown::Suppress => UnknownValues::Suppress,
        };
        request.others = match self.others {
            OthersChoice::Refuse => Others::Refuse,
            OthersChoice::Drop => Others::Drop,
            OthersChoice::Keep => Others::Keep,
        };
        Ok(request)
    }

    /// The files that are read besides those that the request names.
    pub(super) fn files(&self) -> Files {
        Files::default()
            .reads("the recipe", self.recipe.as_deref())
            .reads("the solution that is applied", self.apply.as_deref())
    }

    fn overrides(&self) -> Result<Overrides, Failure> {
        let named = [
            (Role::Quasi, &self.quasi),
            (Role::Sensitive, &self.sensitive),
            (Role::Identifying, &self.identifiers),
            (Role::Insensitive, &self.insensitive),
        ];
        let roles =
            named.into_iter().flat_map(|(role, names)| names.iter().map(move |name| (name.clone(), role)));
        let hierarchies = self.hierarchy.iter();
        Ok(Overrides {
            roles: roles.collect(),
            hierarchies: hierarchies
                .map(|(column, file)| (column.clone(), HierarchyRecipe::File(file.clone())))
                .collect(),
            min_levels: self.min_level.clone(),
            max_levels: self.max_level.clone(),
            orders: self.models.orders(),
            models: self.all_models()?,
            method: self.method,
            levels: self.levels.clone(),
            suppression_limit: self.suppression_limit,
            aggregate: self.aggregate,
            gs_factor: self.gs_factor,
            quality: self.quality,
            time_limit: self.time_limit,
            local: self.local,
            suppressed: self.suppressed,
            suppressed_shows: self.suppressed_shows.clone(),
            class: self.class.clone(),
            algorithm: self.algorithm,
            recode: self.recode,
            split: self.split,
            center: self.center,
            elimination: self.elimination.overrides(),
            safepub: self.safepub.overrides(),
        })
    }

    fn all_models(&self) -> Result<Vec<Flagged>, Failure> {
        let mut models = self.models.parse()?;
        if let Some(guarantee) = &self.dp {
            models.push(flags::parse("dp", guarantee)?);
        }
        Ok(models)
    }

    fn identifying(&self) -> Result<Identifying, Failure> {
        let problem = match (self.identifying, &self.key) {
            (IdentifyingChoice::Drop, None) => return Ok(Identifying::Drop),
            (IdentifyingChoice::Pseudonym, Some(file)) => {
                return Ok(Identifying::Pseudonym(file.clone()));
            }
            (IdentifyingChoice::Pseudonym, None) => {
                "--identifying pseudonym needs --key FILE; make one with: head -c 32 /dev/urandom > secret.key"
            }
            (IdentifyingChoice::Drop, Some(_)) => "--key only goes with --identifying pseudonym",
        };
        Err(Error::Request(problem.to_owned()).into())
    }
}

fn parse_file(text: &str) -> Result<(String, String), &'static str> {
    let (column, file) = text.split_once('=').ok_or("write COLUMN=FILE, such as age=age.csv")?;
    Ok((column.to_owned(), file.to_owned()))
}

fn parse_level(text: &str) -> Result<(String, u32), &'static str> {
    let spelling = "write COLUMN=LEVEL, such as age=2";
    let (column, level) = text.rsplit_once('=').ok_or(spelling)?;
    Ok((column.to_owned(), level.parse().map_err(|_| spelling)?))
}

fn parse_limit(text: &str) -> Result<Duration, &'static str> {
    parse_time_or_none(text).ok_or("write a time such as 500ms, 30s, 5m or 1h")
}
