//! From bytes to rows of labels, whatever the format.

use super::ranges::RangeHierarchy;
use super::{HierarchyFileError, Located, MOST_LEVELS, Place, Row, amnesia, csv, graph, ibm, too_high};
use lethe_data::{Column, DefectKind, Hierarchy};
use serde::{Deserialize, Serialize};

/// The file formats; see the module's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// ARX's CSV.
    ArxCsv,
    /// anjana's CSV.
    AnjanaCsv,
    /// Amnesia's text.
    AmnesiaText,
    /// Amnesia's graph in JSON.
    AmnesiaJson,
    /// IBM's lists in JSON.
    IbmJson,
}

impl Format {
    /// Whether the format names parents and children instead of whole paths.
    pub(super) fn is_tree(self) -> bool {
        matches!(self, Self::AmnesiaText | Self::AmnesiaJson)
    }
}

impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::ArxCsv => "ARX CSV",
            Self::AnjanaCsv => "anjana CSV",
            Self::AmnesiaText => "Amnesia text",
            Self::AmnesiaJson => "Amnesia JSON",
            Self::IbmJson => "IBM JSON",
        })
    }
}

/// Whether a CSV file starts with a line of column names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Header {
    /// It does when the line is `0,1,2,…`.
    #[default]
    Detect,
    /// It does.
    Present,
    /// It does not.
    Absent,
}

/// What is known of a file before it is read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The format; found out from the content when not given.
    pub format: Option<Format>,
    /// The delimiter of a CSV file; found out when not given.
    pub delimiter: Option<char>,
    /// Whether a CSV file has a header.
    pub header: Header,
    /// Which hierarchy of a JSON file with several to read.
    pub name: Option<String>,
}

#[derive(Clone, Debug)]
pub(super) enum Body {
    Rows(Vec<Row>),
    Ranges(RangeHierarchy),
}

/// A file taken apart, valid or not.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The format it is in.
    pub format: Format,
    /// The hierarchy's name, where the file has one.
    pub name: Option<String>,
    pub(super) body: Body,
    /// Defects that rows cannot show, such as cycles.
    pub(super) found: Vec<Located>,
}

/// A valid hierarchy from a file.
#[derive(Clone, Debug)]
pub enum Loaded {
    /// With its leaves.
    Levels(Hierarchy),
    /// Of ranges, waiting for leaves.
    Ranges(RangeHierarchy),
}

impl Loaded {
    /// The hierarchy for a column: ranges get the column's values as leaves.
    ///
    /// **Errors**: the ranges do not fit the column.
    pub fn for_column(self, column: &Column) -> Result<Hierarchy, HierarchyFileError> {
        match self {
            Self::Levels(hierarchy) => Ok(hierarchy),
            Self::Ranges(ranges) => ranges.expand(column),
        }
    }
}

/// Takes a file apart.
///
/// **Errors**: the bytes are no hierarchy file of any known format; broken rules are no errors here, but what
/// [`Parsed::check`] lists.
pub fn parse(bytes: &[u8], options: &ReadOptions) -> Result<Parsed, HierarchyFileError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        HierarchyFileError::NotUtf8 { line: before.split(|&byte| byte == b'\n').count() }
    })?;
    let parsed = match options.format {
        Some(Format::AmnesiaText) => parse_amnesia(text),
        Some(Format::AmnesiaJson | Format::IbmJson) => parse_json(text, options),
        Some(format @ (Format::ArxCsv | Format::AnjanaCsv)) => parse_csv(text, Some(format), options),
        None if looks_like_json(text) => parse_json(text, options).or_else(|error| {
            // A leaf may look like the beginning of JSON; then the lines are a hierarchy all the same.
            let csv = parse_csv(text, None, options).ok().filter(|csv| csv.build().is_ok());
            csv.filter(|_| matches!(error, HierarchyFileError::Json { .. })).ok_or(error)
        }),
        None if amnesia::is_amnesia(text) => parse_amnesia(text),
        None => parse_csv(text, None, options),
    }?;
    match &parsed.body {
        Body::Rows(rows) if rows.iter().any(|row| row.labels.len() > MOST_LEVELS) => Err(too_high()),
        _ => Ok(parsed),
    }
}

/// Reads a hierarchy that must be valid.
///
/// **Errors**: as for [`parse`], and every broken rule as [`HierarchyFileError::Defects`].
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Loaded, HierarchyFileError> {
    let parsed = parse(bytes, options)?;
    parsed.build().map_err(HierarchyFileError::Defects)
}

/// Labels may start with a bracket too (`[0, 10);*`), so the character after it decides.
fn looks_like_json(text: &str) -> bool {
    let object = after(text, '{').is_some_and(|rest| rest.starts_with(['"', '}']));
    let list = after(text, '[').is_some_and(|rest| {
        rest.starts_with(']') || after(rest, '[').is_some_and(|rest| rest.starts_with(['"', ']']))
    });
    object || list
}

fn after(text: &str, open: char) -> Option<&str> {
    text.trim_start().strip_prefix(open).map(str::trim_start)
}

fn parse_amnesia(text: &str) -> Result<Parsed, HierarchyFileError> {
    let file = amnesia::read(text)?;
    Ok(Parsed { format: Format::AmnesiaText, name: file.name, body: file.body, found: file.found })
}

fn parse_json(text: &str, options: &ReadOptions) -> Result<Parsed, HierarchyFileError> {
    let json: serde_json::Value = serde_json::from_str(text)
        .map_err(|error| HierarchyFileError::Json { line: error.line(), column: error.column() })?;
    let format = options
        .format
        .unwrap_or_else(|| if graph::is_graph(&json) { Format::AmnesiaJson } else { Format::IbmJson });
    let (rows, found) = if format == Format::AmnesiaJson {
        graph::rows(&json)?
    } else {
        (ibm::rows(&json, options.name.as_deref())?, Vec::new())
    };
    Ok(Parsed { format, name: options.name.clone(), body: Body::Rows(rows), found })
}

fn parse_csv(
    text: &str,
    format: Option<Format>,
    options: &ReadOptions,
) -> Result<Parsed, HierarchyFileError> {
    let csv = csv::rows(text, options.delimiter, options.header)?;
    let guessed = if csv.has_header { Format::AnjanaCsv } else { Format::ArxCsv };
    let empty_leaf = |row: &&Row| !row.quoted_leaf && row.labels.first().is_none_or(String::is_empty);
    let found = (csv.rows.iter().filter(empty_leaf))
        .map(|row| Located::new(row.place, DefectKind::EmptyLabel { level: 0 }))
        .collect();
    Ok(Parsed { format: format.unwrap_or(guessed), name: None, body: Body::Rows(csv.rows), found })
}

impl Parsed {
    /// Every rule the hierarchy breaks, in file order; with a column, also whether it has all the column's values.
    pub fn check(&self, column: Option<&Column>) -> Vec<Located> {
        let (loaded, mut defects) = match self.build() {
            Ok(loaded) => (Some(loaded), Vec::new()),
            Err(defects) => (None, defects),
        };
        let Some(column) = column else { return defects };
        let defect = match (loaded, &self.body) {
            (Some(loaded), _) => match loaded.for_column(column) {
                Ok(hierarchy) => uncovered(&hierarchy, column),
                // Ranges that hold no value of the column, or are of another type than it.
                Err(_) => wholly_uncovered(column),
            },
            // Coverage is a matter of leaves alone, so it can be told of a broken hierarchy as well.
            (None, Body::Rows(rows)) => leaves_alone(rows).and_then(|leaves| uncovered(&leaves, column)),
            (None, Body::Ranges(_)) => None,
        };
        defects.extend(defect);
        defects
    }

    pub(super) fn build(&self) -> Result<Loaded, Vec<Located>> {
        let mut defects = self.found.clone();
        let loaded = match &self.body {
            Body::Ranges(ranges) => Some(Loaded::Ranges(ranges.clone())),
            Body::Rows(rows) => {
                let paths: Vec<&[String]> = rows.iter().map(|row| row.labels.as_slice()).collect();
                match Hierarchy::from_paths(&paths) {
                    Ok(hierarchy) => Some(Loaded::Levels(hierarchy)),
                    Err(broken) => {
                        defects.extend(broken.iter().map(|defect| Located::of_rows(defect, rows)));
                        None
                    }
                }
            }
        };
        defects.sort_by_key(|defect| defect.place);
        loaded.filter(|_| defects.is_empty()).ok_or(defects)
    }
}

fn leaves_alone(rows: &[Row]) -> Option<Hierarchy> {
    let mut leaves: Vec<&str> =
        rows.iter().filter_map(|row| row.labels.first()).map(String::as_str).collect();
    leaves.sort_unstable();
    leaves.dedup();
    let paths: Vec<[&str; 2]> = leaves.into_iter().map(|leaf| [leaf, lethe_data::hierarchy::ROOT]).collect();
    Hierarchy::from_paths(&paths).ok()
}

fn wholly_uncovered(column: &Column) -> Option<Located> {
    let first_row = 1 + (0..column.len()).find(|&row| column.text(row).is_some())?;
    let (distinct, rows) = (column.dictionary().len(), column.len() - column.nulls());
    Some(Located::new(Place::Data, DefectKind::Uncovered { distinct, rows, first_row }))
}

fn uncovered(hierarchy: &Hierarchy, column: &Column) -> Option<Located> {
    let missing = hierarchy.missing_rows(column);
    let first_row = missing.first_row()?;
    let kind = DefectKind::Uncovered { distinct: missing.codes.len(), rows: missing.rows.len(), first_row };
    Some(Located::new(Place::Data, kind))
}
