//! The flags of methods that change cells or part columns until nobody stands out.

use crate::args::parse_share;
use clap::Args;
use lethe::Location;
use lethe::anonymize::{Anonymize, EliminationOverrides};
use lethe::data::Decimal;
use lethe::recipe_file::{Alone, CompartmentMode, Composition, Cover, MethodName, Perturbation};

/// What only goes with the methods suppress, generalize, perturb, compartment and compose.
#[derive(Debug, Args)]
#[command(next_help_heading = "Cells changed and columns split")]
pub(super) struct EliminationFlags {
    /// No class on any N columns or fewer is smaller than k; without it, on all columns together. For --method suppress, generalize,
    /// perturb, compartment or compose.
    #[arg(long, value_name = "N", value_parser = parse_size)]
    max_size: Option<usize>,
    /// Columns whose cells are never changed, such as those that an analysis needs exactly.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    keep: Vec<String>,
    /// Split the columns of all records, a file each (global), or only those of records in small classes, in one file
    /// (row-wise), for --method compartment or compose.
    #[arg(long, value_name = "global|row-wise")]
    mode: Option<CompartmentMode>,
    /// What compartments must show: every column (columns), every pair of columns that is safe (pairs), or every largest
    /// safe set of columns (all), for --method compartment or compose.
    #[arg(long, value_name = "columns|pairs|all")]
    cover: Option<Cover>,
    /// Columns that every compartment has, for --method compartment or compose.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    shared: Vec<String>,
    /// What becomes of a column that identifies records by itself: its rare values are suppressed, or the column is
    /// generalized, for --method compartment.
    #[arg(long, value_name = "suppress|generalize")]
    alone: Option<Alone>,
    /// How values are changed: neighbour, rounding, rank-swap, additive or multiplicative, for --method perturb or compose.
    #[arg(long, value_name = "NAME")]
    perturbation: Option<Perturbation>,
    /// How much values are changed, such as 0.1, for perturbations other than neighbour.
    #[arg(long, value_name = "SHARE", value_parser = parse_amount)]
    amount: Option<Decimal>,
    /// How a treatment is chosen for each quasi-identifier: coverage, a, b, c or auto, for --method compose.
    #[arg(long, value_name = "NAME")]
    composition: Option<Composition>,
    /// Generalize numbers where more than this share of the records must be treated, for --composition coverage.
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    generalize_above: Option<Decimal>,
    /// Part columns where at least this share of the records must be treated, for --composition coverage or auto.
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    compartment_from: Option<Decimal>,
}

impl EliminationFlags {
    /// What the flags say over the recipe.
    pub(super) fn overrides(&self) -> EliminationOverrides {
        EliminationOverrides {
            max_size: self.max_size,
            keep: self.keep.clone(),
            mode: self.mode,
            cover: self.cover,
            shared: self.shared.clone(),
            alone: self.alone,
            perturbation: self.perturbation,
            amount: self.amount,
            composition: self.composition,
            generalize_above: self.generalize_above,
            compartment_from: self.compartment_from,
        }
    }
}

fn parse_size(text: &str) -> Result<usize, &'static str> {
    let size = text.parse().ok().filter(|&size| size >= 1);
    size.ok_or("write a number of columns of at least 1, such as 3")
}

fn parse_amount(text: &str) -> Result<Decimal, &'static str> {
    let amount = parse_share(text).ok().filter(|amount| *amount > Decimal::ZERO);
    amount.ok_or("write a share above 0 and at most 1, such as 0.1")
}

/// Where a release goes: a file, or a folder for the files of a release in compartments.
///
/// **Errors**: a file is named where a folder is needed, or the kind of file is unknown.
pub(super) fn set_output(request: &mut Anonymize, output: &str, escape_formulas: bool) -> lethe::Result<()> {
    let search = &request.recipe.search;
    let file = Location::parse_file(output);
    let needs_folder = match (search.method.name(), search.method.keys().mode) {
        (MethodName::Compartment, None)
        | (MethodName::Compartment | MethodName::Compose, Some(CompartmentMode::Global)) => true,
        (MethodName::Compose, None) => file.is_err(),
        _ => false,
    };
    if !needs_folder {
        let file = file?;
        request.output = Some(if escape_formulas { file.escaping_formulas()? } else { file });
        return Ok(());
    }
    if file.is_ok() {
        return Err(lethe::Error::Request(format!(
            "{output}: compartments are several files; name a folder, or ask for one file with --mode row-wise"
        )));
    }
    request.output_folder = Some(output.into());
    request.escape_formulas = escape_formulas;
    Ok(())
}
