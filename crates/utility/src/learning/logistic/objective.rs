//! The penalised loss of a regression and its gradient.

use super::layout::Layout;
use crate::learning::lesson::Lesson;

pub(super) struct Objective<'a> {
    lesson: &'a Lesson<'a>,
    layout: Layout,
    l2: f64,
    /// The records of each class.
    counts: Vec<f64>,
}

impl<'a> Objective<'a> {
    pub(super) fn new(lesson: &'a Lesson<'a>, l2: f64) -> Self {
        Self { lesson, layout: Layout::of(lesson), l2, counts: lesson.count(&lesson.rows) }
    }

    pub(super) fn into_layout(self) -> Layout {
        self.layout
    }

    pub(super) fn records(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Coefficients of nothing, and the intercepts that fit the classes only.
    pub(super) fn start(&self) -> Vec<f64> {
        let prior = self.lesson.prior();
        let mut parameters = vec![0.0; self.layout.parameters()];
        if self.layout.scores_count() == 1 {
            parameters[0] = prior[1] - prior[0];
        } else {
            parameters[..prior.len()].copy_from_slice(&prior);
        }
        parameters
    }

    /// The curvature along each parameter at the start; descent is measured in it.
    pub(super) fn curvature(&self) -> Vec<f64> {
        let prior: Vec<f64> = self.lesson.prior().iter().map(|prior| prior.exp()).collect();
        let scores = self.layout.scores_count();
        let mut curvature = self.layout.squares(self.records());
        for (at, value) in curvature.iter_mut().enumerate() {
            let share = prior[if scores == 1 { 1 } else { at % scores }];
            *value = *value * share * (1.0 - share) + if at < scores { 1e-9 } else { self.l2 };
        }
        curvature
    }

    /// The loss; `gradient` is overwritten.
    pub(super) fn evaluate(&self, parameters: &[f64], gradient: &mut [f64]) -> f64 {
        let scores = self.layout.scores_count();
        let table = self.layout.table(parameters);
        let mut by_place = vec![0.0; table.len()];
        gradient.fill(0.0);
        let (free, penalised) = parameters.split_at(scores);
        let mut loss = self.l2 / 2.0 * penalised.iter().map(|value| value * value).sum::<f64>();
        let mut residuals = vec![0.0; scores];
        for &row in &self.lesson.rows {
            let levels = self.lesson.sheet.row(row);
            self.layout.scores(&table, free, levels, &mut residuals);
            let (class, weight) = (self.lesson.class(row), self.lesson.weight(row));
            loss += weight * lose(&mut residuals, class);
            for residual in &mut residuals {
                *residual *= weight;
            }
            gradient.iter_mut().zip(&residuals).for_each(|(sum, residual)| *sum += residual);
            self.spread(levels, &residuals, &mut by_place);
        }
        self.layout.gather(&by_place, gradient);
        gradient[scores..].iter_mut().zip(penalised).for_each(|(slope, value)| *slope += self.l2 * value);
        loss
    }

    fn spread(&self, levels: &[u8], residuals: &[f64], by_place: &mut [f64]) {
        let places =
            levels.iter().zip(self.layout.offsets()).map(|(&level, offset)| offset + usize::from(level));
        if let [residual] = residuals {
            places.for_each(|place| by_place[place] += residual);
            return;
        }
        for place in places {
            let cells = &mut by_place[place * residuals.len()..][..residuals.len()];
            cells.iter_mut().zip(residuals).for_each(|(cell, residual)| *cell += residual);
        }
    }
}

/// −ln p of the class; scores become residuals, the probability less 1 for the class itself.
fn lose(scores: &mut [f64], class: usize) -> f64 {
    if let [score] = scores {
        let signed = if class == 1 { -*score } else { *score };
        let loss = signed.max(0.0) + (-signed.abs()).exp().ln_1p();
        *score = 1.0 / (1.0 + (-*score).exp()) - f64::from(u8::from(class == 1));
        return loss;
    }
    let most = scores.iter().fold(f64::NEG_INFINITY, |most, &score| most.max(score));
    let of_class = scores[class] - most;
    for score in &mut *scores {
        *score = (*score - most).exp();
    }
    let sum: f64 = scores.iter().sum();
    for score in &mut *scores {
        *score /= sum;
    }
    scores[class] -= 1.0;
    sum.ln() - of_class
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::reading::Scale;
    use crate::learning::sheet::Sheet;
    use lethe_data::{Column, Table, TypeChoice};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_gradient_is_the_slope_of_the_loss_for_two_and_three_classes(
            cells in prop::collection::vec((0u8..5, 0u8..4, 0u8..3, 1u8..4), 4..30),
            class_count in 2usize..4,
            values in prop::collection::vec(-2.0f64..2.0, 60),
        ) {
            let number = cells.iter().map(|cell| ["1", "2", "7", "9"].get(usize::from(cell.0)).copied());
            let letter = cells.iter().map(|cell| Some(["a", "b", "c", "*"][usize::from(cell.1)]));
            let columns = vec![
                Column::from_texts("n", number, TypeChoice::Infer).unwrap(),
                Column::from_texts("l", letter, TypeChoice::Infer).unwrap(),
            ];
            let rows: Vec<u32> = (0..cells.len() as u32).collect();
            let sheet = Sheet::of(&Table::new(columns).unwrap(), &[(0, Some(Scale::Number)), (1, None)], &rows, 1);
            let classes: Vec<u8> = cells.iter().map(|cell| cell.2 % class_count as u8).collect();
            let weights: Vec<f64> = cells.iter().map(|cell| f64::from(cell.3)).collect();
            let lesson = Lesson { sheet: &sheet, rows, classes: &classes, weights: &weights, class_count };
            let objective = Objective::new(&lesson, 0.3);
            let mut at = values[..objective.start().len()].to_vec();
            let mut gradient = vec![0.0; at.len()];
            objective.evaluate(&at, &mut gradient);
            let mut unused = gradient.clone();
            for parameter in 0..at.len() {
                let here = at[parameter];
                at[parameter] = here + 1e-5;
                let above = objective.evaluate(&at, &mut unused);
                at[parameter] = here - 1e-5;
                let below = objective.evaluate(&at, &mut unused);
                at[parameter] = here;
                prop_assert!(((above - below) / 2e-5 - gradient[parameter]).abs() < 1e-4);
            }
        }
    }
}
