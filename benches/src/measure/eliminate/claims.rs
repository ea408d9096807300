//! What the figures say: who teaches most, why, and what is gained over plain removal.

use super::super::table::{Table, ratio};
use super::figures::Figures;
use super::tables::decimal;
use super::trial::Trial;
use super::way::{
    CLASS, CLIQUES, COMPARTMENT, COMPOSE, COMPOSE_AUTO, FEWER_COLUMNS, NOTHING, Treatment, Way,
};

/// How many columns are shown of those that matter most.
const SHOWN: usize = 12;
/// The number of columns at which they are shown, where it was measured.
const SHOWN_AT: usize = 20;

/// Whether composition teaches most after doing nothing. Where it does not, the reason is told with the method.
pub(super) fn best(trials: &[Trial]) -> Table {
    let title = "Goal: of all treatments composition (its better rule) has the best relative accuracy, as the mean of both \
                 learners; why it has not where it has not: docs/src/methods/eliminate-cost.md";
    let headings = ["columns", "composition", "best other", "by", "met", "treatments chosen"];
    let mut table = Table::new(title, &headings);
    for trial in trials {
        let is_composed = |way: &Way| [COMPOSE, COMPOSE_AUTO].contains(way);
        let Some((_, composed)) = most(trial, is_composed) else { continue };
        let others = |way: &Way| matches!(way.treatment, Treatment::Ours { .. }) && !is_composed(way);
        let Some((way, other)) = most(trial, others) else { continue };
        let (ours, theirs) = (mean(composed), mean(other));
        table.row([
            trial.columns.to_string(),
            decimal(ours),
            decimal(theirs),
            way.name.to_owned(),
            if ours >= theirs { "yes" } else { "NO" }.to_owned(),
            composed.chosen.as_object().map_or_else(String::new, |chosen| {
                let chosen = chosen.iter().map(|(name, count)| format!("{name} {count}"));
                chosen.collect::<Vec<_>>().join(", ")
            }),
        ]);
    }
    table
}

fn most(trial: &Trial, wanted: impl Fn(&Way) -> bool) -> Option<(&Way, &Figures)> {
    let wanted = trial.done().filter(|(way, figures)| wanted(way) && !mean(figures).is_nan());
    wanted.max_by(|(_, one), (_, other)| mean(one).total_cmp(&mean(other)))
}

fn mean(figures: &Figures) -> f64 {
    f64::midpoint(figures.tree.relative, figures.logistic.relative)
}

/// What the methods gain over plain removal of columns, and exact compartments over those of cliques.
pub(super) fn gains(trials: &[Trial]) -> Table {
    let title = "Against plain removal of columns (above 1: more of the data score is kept, fewer cells are altered), \
                 and compartments against those of the clique method";
    let headings = ["columns", "treatment", "score / removal", "removal / altered", "cliques / files"];
    let mut table = Table::new(title, &headings);
    for trial in trials {
        let Some(removal) = trial.of(&FEWER_COLUMNS) else { continue };
        let cliques = trial.of(&CLIQUES).and_then(|figures| figures.files);
        for (way, figures) in trial.done().filter(|(way, _)| matches!(way.treatment, Treatment::Ours { .. }))
        {
            let files = if *way == COMPARTMENT { figures.files.zip(cliques) } else { None };
            table.row([
                trial.columns.to_string(),
                way.name.to_owned(),
                ratio(figures.scores[1], removal.scores[1]),
                ratio(removal.altered, figures.altered),
                files.map_or_else(String::new, |(files, cliques)| ratio(cliques as f64, files as f64)),
            ]);
        }
    }
    table
}

/// The coefficients of logistic regression side by side.
pub(super) fn coefficients(trials: &[Trial]) -> Option<Table> {
    let trial = shown(trials)?;
    let title = format!(
        "Coefficients of logistic regression for {CLASS}, {} columns: the {SHOWN} largest of the original, the largest \
         of each is 100",
        trial.columns
    );
    side_by_side(trial, &title, |figures| &figures.logistic.coefficients)
}

/// What is left of the relations that a learner needs.
pub(super) fn relations(trials: &[Trial]) -> Option<Table> {
    let trial = shown(trials)?;
    let title = format!(
        "How strongly {CLASS} goes together with other columns (Cramér's V or correlation), {} columns: the {SHOWN} \
         strongest of the original",
        trial.columns
    );
    side_by_side(trial, &title, |figures| &figures.relations)
}

fn shown(trials: &[Trial]) -> Option<&Trial> {
    trials.iter().find(|trial| trial.columns == SHOWN_AT).or(trials.last())
}

/// One line a column of the data, one figure a treatment; the original first.
fn side_by_side(
    trial: &Trial,
    title: &str,
    of: impl Fn(&Figures) -> &Vec<(String, f64, f64)>,
) -> Option<Table> {
    let treated: Vec<(&Way, &Figures)> = trial.done().filter(|(way, _)| **way != NOTHING).collect();
    let (_, first) = treated.first()?;
    let mut lines: Vec<&(String, f64, f64)> =
        of(first).iter().filter(|(_, before, _)| !before.is_nan()).collect();
    lines.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
    let mut headings = vec!["column", "original"];
    headings.extend(treated.iter().map(|(way, _)| way.name));
    let mut table = Table::new(title, &headings);
    for (name, before, _) in lines.into_iter().take(SHOWN) {
        let after = treated.iter().map(|(_, figures)| {
            let found = of(figures).iter().find(|(other, ..)| other == name);
            found.map_or_else(String::new, |(.., after)| decimal(*after))
        });
        table.row([name.clone(), decimal(*before)].into_iter().chain(after));
    }
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::super::figures::tests::learned;
    use super::super::run::Outcome;
    use super::*;

    fn trial(composed: f64, other: f64) -> Trial {
        let done = |relative| Outcome::Done(Box::new(learned(relative)));
        let runs = vec![
            (NOTHING, done(1.0)),
            (COMPARTMENT, done(other)),
            (COMPOSE, done(composed)),
            (COMPOSE_AUTO, done(composed - 0.1)),
            (FEWER_COLUMNS, done(0.99)),
        ];
        Trial { rows: 9, columns: 10, bytes: 1000, runs }
    }

    #[test]
    fn composition_is_held_against_the_best_of_the_other_methods() {
        let text = best(&[trial(0.6, 0.5), trial(0.4, 0.5)]).to_string();
        assert!(text.contains("0.600 |      0.500 | compartment | yes |"), "{text}");
        assert!(text.contains("0.400 |      0.500 | compartment |  NO |"), "{text}");
    }

    #[test]
    fn coefficients_stand_beside_those_of_the_original() {
        let text = coefficients(&[trial(0.6, 0.5)]).unwrap().to_string();
        assert!(text.contains("| age    |  100.000 |      40.000 |"), "{text}");
        assert!(relations(&[trial(0.6, 0.5)]).unwrap().to_string().contains("| icd_1  |    0.300 |"));
        assert!(coefficients(&[]).is_none());
    }

    #[test]
    fn gains_are_told_for_our_methods_alone() {
        let text = gains(&[trial(0.6, 0.5)]).to_string();
        assert_eq!(text.matches("1.00×").count(), 6, "{text}");
    }
}
