//! The figures over the number of columns, drawn for the documentation.

use super::super::chart::amount;
use super::super::panels::{Line, Panel, Panels, Scale};
use super::figures::Figures;
use super::trial::Trial;
use super::way::{Treatment, WAYS};
use crate::median::median;

/// A figure of a treatment.
type Figure = fn(&Figures) -> f64;

/// One small chart a figure.
pub(super) fn draw(trials: &[Trial]) -> String {
    let panels: [(&str, Scale, Figure); 4] = [
        ("time of the whole command", Scale::Time, |figures| median(figures.seconds.iter().copied())),
        ("data score kept (equations 7.1, 7.2)", Scale::Share, |figures| figures.scores[1]),
        ("cells altered", Scale::Share, |figures| figures.altered),
        ("relative accuracy, mean of both learners", Scale::Share, |figures| {
            f64::midpoint(figures.tree.relative, figures.logistic.relative)
        }),
    ];
    let panels = panels.map(|(title, scale, figure)| Panel {
        title,
        scale,
        lines: drawn().map(|way| Line { name: way, points: points(trials, way, figure) }).collect(),
    });
    let rows = trials.first().map_or(0, |trial| trial.rows);
    let title = format!("Nobody of {} patients stands out by any 3 columns, k = 5", amount(rows as f64));
    Panels { title, across: "columns", charts: panels.into() }.svg()
}

/// Our methods, in the order of the tables.
fn drawn() -> impl Iterator<Item = &'static str> {
    WAYS.iter()
        .filter(|way| matches!(way.treatment, Treatment::Ours { .. }) && way.most_columns == usize::MAX)
        .map(|way| way.name)
}

fn points(trials: &[Trial], name: &str, figure: Figure) -> Vec<(f64, f64)> {
    let of = |trial: &Trial| {
        let (_, figures) = trial.done().find(|(way, _)| way.name == name)?;
        let value = figure(figures);
        value.is_finite().then_some((trial.columns as f64, value))
    };
    trials.iter().filter_map(of).collect()
}
