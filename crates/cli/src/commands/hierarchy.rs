//! `lethe hierarchy make|check|show|convert`

use crate::args::{Global, ReadWithRecipeArgs};
use crate::commands::files;
use crate::exit::Failure;
use crate::output;
use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use lethe::data::Decimal;
use lethe::data::hierarchy::make::{DatePart, Groups, Intervals, Known, Mask, Side};
use lethe::hierarchy::{self, Checked, ColumnOf, HierarchyFile, Repair, Written};
use lethe::io::hierarchy::{DrawOptions, Format, Header};
use lethe::recipe_file::HierarchyRecipe;
use lethe::request::{Report as _, Verdict};
use lethe::{Context, Error, Files, Location};
use std::path::PathBuf;

const MAKE_EXAMPLES: &str = "Examples:
  lethe hierarchy make patients.csv --column age --intervals 5,10,20,40 --from 0 --to 100 -o age.csv
  lethe hierarchy make patients.csv --column income --width 1000 --fanout 5 --levels 4 -o income.csv
  lethe hierarchy make patients.csv --column birthday --dates=month,year,decade -o birthday.csv
  lethe hierarchy make patients.csv --column zip --prefix 3,2 -o zip.csv
  lethe hierarchy make patients.csv --column zip --mask right -o zip.csv
  lethe hierarchy make patients.csv --column weight --groups 8 -o weight.csv
  lethe hierarchy make patients.csv --column country --known countries -o country.csv";
const CHECK_EXAMPLES: &str = "Examples:
  lethe hierarchy check age.csv
  lethe hierarchy check age.csv --data patients.csv --column age
  lethe hierarchy check age.csv --repair -o age-repaired.csv";

/// Build, validate, draw and convert generalization hierarchies.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Make(Box<MakeArguments>),
    Check(CheckArguments),
    Show(ShowArguments),
    Convert(ConvertArguments),
}

/// Build a hierarchy from the values of a column.
#[derive(Debug, Args)]
#[command(after_help = MAKE_EXAMPLES)]
#[command(group(ArgGroup::new("method").required(true).args(["intervals", "width", "mask", "dates", "order", "groups", "prefix", "known"])))]
struct MakeArguments {
    /// The table.
    data: String,
    /// The column.
    #[arg(long)]
    column: String,
    /// Numbers: intervals of these widths, each dividing the next.
    #[arg(long, value_delimiter = ',', value_name = "W,W", value_parser = parse_decimal)]
    intervals: Vec<Decimal>,
    /// Numbers: intervals of this width, growing by --fanout for --levels levels.
    #[arg(long, value_name = "W", value_parser = parse_decimal)]
    width: Option<Decimal>,
    /// How many intervals one level up joins; 2 when not given.
    #[arg(long, value_name = "N")]
    fanout: Option<u32>,
    /// How many levels of intervals.
    #[arg(long, value_name = "N")]
    levels: Option<usize>,
    /// Values below this are one interval that is open to below.
    #[arg(long, value_name = "NUMBER", value_parser = parse_decimal, allow_hyphen_values = true)]
    from: Option<Decimal>,
    /// Values from this on are one interval that is open to above.
    #[arg(long, value_name = "NUMBER", value_parser = parse_decimal, allow_hyphen_values = true)]
    to: Option<Decimal>,
    /// Texts: mask one character more a level, from this side.
    #[arg(long, value_enum)]
    mask: Option<MaskSide>,
    /// How many characters the last level below the root shows; 1 when not given.
    #[arg(long, value_name = "N")]
    keep: Option<usize>,
    /// How many characters each level masks; 1 when not given.
    #[arg(long, value_name = "N")]
    step: Option<usize>,
    /// Dates: these periods of day, month, quarter, year, decade; all from month on when none is named.
    #[arg(long, value_delimiter = ',', value_name = "PERIOD", num_args = 0..=1, require_equals = true, default_missing_value = "month,quarter,year,decade")]
    dates: Vec<DatePart>,
    /// Join N neighbours in value order, again and again.
    #[arg(long, value_name = "N")]
    order: Option<usize>,
    /// N groups of about equally many rows.
    #[arg(long, value_name = "N")]
    groups: Option<usize>,
    /// Join the groups two by two, again and again.
    #[arg(long)]
    merge: bool,
    /// Texts: prefixes of these lengths, longest first.
    #[arg(long, value_delimiter = ',', value_name = "N,N")]
    prefix: Vec<usize>,
    /// A classification that is built in: countries (names or ISO codes to regions and continents) or icd-10 (codes to
    /// categories and chapters).
    #[arg(long, value_name = "NAME", value_parser = parse_known)]
    known: Option<Known>,
    #[command(flatten)]
    read: ReadWithRecipeArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MaskSide {
    Left,
    Right,
}

/// The hierarchy file and what it is for.
#[derive(Debug, Args)]
struct FileArguments {
    /// The hierarchy: CSV of ARX or anjana, text or JSON of Amnesia, JSON of IBM's toolkit.
    file: String,
    /// The format, when it should not be found out.
    #[arg(long, value_enum)]
    from_format: Option<FileFormat>,
    /// The CSV file's first line names its columns.
    #[arg(long)]
    header: bool,
    /// The separator of the CSV file; found out when not given.
    #[arg(long, value_name = "CHAR", value_parser = lethe::io::parse_delimiter)]
    separator: Option<u8>,
    /// Which hierarchy is meant, where the file holds several.
    #[arg(long)]
    name: Option<String>,
    /// The table whose column the hierarchy is for.
    #[arg(long, requires = "column")]
    data: Option<String>,
    /// The column the hierarchy is for.
    #[arg(long, requires = "data")]
    column: Option<String>,
    #[command(flatten)]
    read: ReadWithRecipeArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FileFormat {
    Arx,
    Anjana,
    AmnesiaText,
    AmnesiaJson,
    Ibm,
}

/// List every defect of a hierarchy with its line; exit 1 when there is one.
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
struct CheckArguments {
    #[command(flatten)]
    file: FileArguments,
    /// Mend what has one obvious remedy and write the result to -o.
    #[arg(long)]
    repair: bool,
    /// With --repair: put data values that the hierarchy misses right under the root.
    #[arg(long, requires = "repair", requires = "data")]
    add_uncovered: bool,
}

/// Draw a hierarchy as a tree, with the number of nodes of each level.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  lethe hierarchy show age.csv\n  lethe hierarchy show zip.csv --depth 2 --children 5"
)]
struct ShowArguments {
    #[command(flatten)]
    file: FileArguments,
    /// Levels below the root to draw.
    #[arg(long, value_name = "N", default_value_t = 64, hide_default_value = true)]
    depth: usize,
    /// Children of a node to draw; the others are counted.
    #[arg(long, value_name = "N", default_value_t = 10)]
    children: usize,
}

/// Write a hierarchy of any known format as ARX's CSV.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  lethe hierarchy convert disease.json -o disease.csv\n  lethe hierarchy convert ranges.txt --data patients.csv --column age -o age.csv"
)]
struct ConvertArguments {
    #[command(flatten)]
    file: FileArguments,
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    let output = global.output.as_deref().filter(|&file| file != "-").map(PathBuf::from);
    match &arguments.command {
        Command::Make(make) => {
            output::artifact_to(global)?;
            let data = Location::parse(&make.data)?;
            let of = ColumnOf { data, read: make.read.options()?, column: make.column.clone() };
            files::check(of.files().and(make.read.files()), global)?;
            let request = hierarchy::Make { of, hierarchy: make.recipe()?, output };
            written(global, &hierarchy::make(&request, context)?)
        }
        Command::Check(check) => {
            let repair = match (check.repair, output) {
                (false, _) => None,
                (true, Some(output)) => Some(Repair { add_uncovered: check.add_uncovered, output }),
                (true, None) => {
                    return Err(Error::Request(
                        "--repair writes the mended hierarchy: name it with -o FILE".into(),
                    )
                    .into());
                }
            };
            files::check(check.file.files()?, global)?;
            let request = hierarchy::Check { file: check.file.file()?, repair };
            let checked = hierarchy::check(&request, context)?;
            // With a repair, the file named by -o holds the hierarchy, not the report.
            let output = global.output.clone().filter(|_| !check.repair);
            let shown = Global { output, ..global.clone() };
            output::report(&shown, &checked, || check_text(&check.file.file, &checked))?;
            Ok(checked.verdict())
        }
        Command::Show(show) => {
            let draw = DrawOptions { depth: show.depth, children: show.children };
            files::check(show.file.files()?, global)?;
            let shown = hierarchy::show(&hierarchy::Show { file: show.file.file()?, draw }, context)?;
            output::report(global, &shown, || shown.drawing.clone())?;
            Ok(Verdict::Holds)
        }
        Command::Convert(convert) => {
            output::artifact_to(global)?;
            files::check(convert.file.files()?, global)?;
            let request = hierarchy::Convert { file: convert.file.file()?, output };
            written(global, &hierarchy::convert(&request, context)?)
        }
    }
}

fn written(global: &Global, written: &Written) -> Result<Verdict, Failure> {
    match &written.output {
        None => output::deliver(&written.csv)?,
        Some(file) => output::notice(global, written, || {
            let levels: Vec<String> = written.levels.iter().map(ToString::to_string).collect();
            format!("{file}: {} levels with {} nodes\n", levels.len(), levels.join(", "))
        })?,
    }
    Ok(Verdict::Holds)
}

fn check_text(file: &str, checked: &Checked) -> String {
    let mut lines: Vec<String> =
        checked.repairs.iter().map(|repair| format!("{file}: repaired: {repair}")).collect();
    lines.extend(checked.defects.iter().map(|defect| format!("{file}: {}", defect.message)));
    if let Some(output) = &checked.output {
        lines.push(format!("{output}: written"));
    }
    let levels: Vec<String> = checked.levels.iter().map(ToString::to_string).collect();
    lines.push(match (checked.valid, levels.len()) {
        (true, 0) => format!("{file}: valid ({})", checked.format),
        (true, height) => {
            format!("{file}: valid ({}), {height} levels with {} nodes", checked.format, levels.join(", "))
        }
        (false, _) => {
            let defects = lethe::data::wording::counted(checked.defects.len() as u64, "defect");
            format!("{file}: {defects} ({})", checked.format)
        }
    });
    lines.join("\n") + "\n"
}

fn parse_known(text: &str) -> Result<Known, String> {
    let known = Known::NAMES.iter().find(|(name, _)| *name == text).map(|(_, known)| *known);
    known.ok_or_else(|| format!("'{text}' is not built in; write countries or icd-10"))
}

fn parse_decimal(text: &str) -> Result<Decimal, String> {
    Decimal::parse(text).ok_or_else(|| format!("'{text}' is not a number"))
}

impl MakeArguments {
    /// **Errors**: a flag was given that does not belong to the method.
    fn check_companions(&self) -> Result<(), Error> {
        let numbers = self.width.is_some() || !self.intervals.is_empty();
        let companions = [
            ("--from", self.from.is_some(), "--intervals or --width", numbers),
            ("--to", self.to.is_some(), "--intervals or --width", numbers),
            ("--fanout", self.fanout.is_some(), "--width", self.width.is_some()),
            ("--levels", self.levels.is_some(), "--width", self.width.is_some()),
            ("--keep", self.keep.is_some(), "--mask", self.mask.is_some()),
            ("--step", self.step.is_some(), "--mask", self.mask.is_some()),
            ("--merge", self.merge, "--groups", self.groups.is_some()),
        ];
        match companions.iter().find(|(_, given, _, belongs)| *given && !belongs) {
            Some((flag, _, method, _)) => Err(Error::Request(format!("{flag} goes with {method} only"))),
            None => Ok(()),
        }
    }

    fn recipe(&self) -> Result<HierarchyRecipe, Error> {
        self.check_companions()?;
        if let Some(base) = self.width {
            let levels = self.levels.ok_or_else(|| Error::Request("--width needs --levels N".to_owned()))?;
            let fanned = Intervals::fanning_out(base, self.fanout.unwrap_or(2), levels).ok_or_else(|| {
                let rule = "a width above 0, a --fanout of at least 2 and at most 256 --levels of 38 digits";
                Error::Request(format!("intervals that grow need {rule}"))
            })?;
            return Ok(HierarchyRecipe::Intervals(Intervals { from: self.from, to: self.to, ..fanned }));
        }
        if !self.intervals.is_empty() {
            let widths = self.intervals.clone();
            return Ok(HierarchyRecipe::Intervals(Intervals { widths, from: self.from, to: self.to }));
        }
        if let Some(side) = self.mask {
            let mask = Mask::new(match side {
                MaskSide::Left => Side::Left,
                MaskSide::Right => Side::Right,
            });
            let (keep, step) = (self.keep.unwrap_or(mask.keep), self.step.unwrap_or(mask.step));
            return Ok(HierarchyRecipe::Mask(Mask { keep, step, ..mask }));
        }
        if let Some(fan_out) = self.order {
            return Ok(HierarchyRecipe::Order(fan_out));
        }
        if let Some(count) = self.groups {
            return Ok(HierarchyRecipe::Groups(Groups { count, merge: self.merge }));
        }
        if !self.prefix.is_empty() {
            return Ok(HierarchyRecipe::Prefix(self.prefix.clone()));
        }
        if let Some(known) = self.known {
            return Ok(HierarchyRecipe::Known(known));
        }
        Ok(HierarchyRecipe::Dates(self.dates.clone()))
    }
}

impl FileArguments {
    /// The files that are read.
    fn files(&self) -> Result<Files, Error> {
        Ok(self.file()?.files().and(self.read.files()))
    }

    fn file(&self) -> Result<HierarchyFile, Error> {
        let of = match (&self.data, &self.column) {
            (Some(data), Some(column)) => Some(ColumnOf {
                data: Location::parse(data)?,
                read: self.read.options()?,
                column: column.clone(),
            }),
            _ => None,
        };
        let format = self.from_format.map(|format| match format {
            FileFormat::Arx => Format::ArxCsv,
            FileFormat::Anjana => Format::AnjanaCsv,
            FileFormat::AmnesiaText => Format::AmnesiaText,
            FileFormat::AmnesiaJson => Format::AmnesiaJson,
            FileFormat::Ibm => Format::IbmJson,
        });
        let header = if self.header { Header::Present } else { Header::Detect };
        Ok(HierarchyFile {
            file: self.file.clone(),
            format,
            header,
            delimiter: self.separator.map(char::from),
            name: self.name.clone(),
            of,
        })
    }
}
