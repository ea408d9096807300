//! Which coefficient belongs to which level.

use crate::learning::lesson::Lesson;

/// The order of coefficients and of the table of levels.
///
/// Coefficients are kept score by score within each: first the intercepts, then those of the features one after the other.
#[derive(Debug)]
pub(super) struct Layout {
    /// How many scores there are.
    scores: usize,
    /// Where the levels of each feature begin in the table, in levels.
    offsets: Vec<usize>,
    /// For every place in the table: its coefficient, 0 for none, and what it is multiplied with.
    terms: Vec<(u32, f64)>,
    /// The records at every place.
    mass: Vec<f64>,
    coefficients: usize,
}

impl Layout {
    pub(super) fn of(lesson: &Lesson<'_>) -> Self {
        let (offsets, places) = lesson.offsets();
        let mut mass = vec![0.0; places];
        for &row in &lesson.rows {
            for (&level, offset) in lesson.sheet.row(row).iter().zip(&offsets) {
                mass[offset + usize::from(level)] += lesson.weight(row);
            }
        }
        let mut terms = vec![(0, 0.0); places];
        let mut coefficients = 1;
        for (feature, &offset) in lesson.sheet.features.iter().zip(&offsets) {
            let levels = offset..offset + feature.levels();
            // Where everyone has the same level, a coefficient would only double the intercept.
            if mass[levels.clone()].iter().filter(|&&records| records > 0.0).count() < 2 {
                continue;
            }
            let (numbers, categories) =
                (offset..offset + feature.numbers(), offset + feature.numbers()..levels.end);
            for (place, &number) in numbers.zip(feature.standardised()) {
                terms[place] = (coefficients, number);
            }
            coefficients += u32::from(feature.numbers() > 0);
            for place in categories {
                terms[place] = (coefficients, 1.0);
                coefficients += 1;
            }
        }
        let scores = if lesson.class_count == 2 { 1 } else { lesson.class_count };
        Self { scores, offsets, terms, mass, coefficients: coefficients as usize }
    }

    pub(super) fn scores_count(&self) -> usize {
        self.scores
    }

    /// The number of parameters: coefficients and intercepts of all scores.
    pub(super) fn parameters(&self) -> usize {
        self.coefficients * self.scores
    }

    pub(super) fn intercepts<'a>(&self, parameters: &'a [f64]) -> &'a [f64] {
        &parameters[..self.scores]
    }

    #[cfg(test)]
    pub(super) fn place(&self, feature: usize, level: u8) -> usize {
        self.offsets[feature] + usize::from(level)
    }

    pub(super) fn offsets(&self) -> &[usize] {
        &self.offsets
    }

    /// What each place adds to each score.
    pub(super) fn table(&self, parameters: &[f64]) -> Vec<f64> {
        let mut table = vec![0.0; self.terms.len() * self.scores];
        for (cells, &(coefficient, factor)) in table.chunks_exact_mut(self.scores).zip(&self.terms) {
            if coefficient > 0 {
                let from = &parameters[coefficient as usize * self.scores..][..self.scores];
                cells.iter_mut().zip(from).for_each(|(cell, value)| *cell = value * factor);
            }
        }
        table
    }

    /// Adds to the gradient what residuals summed by place say of the coefficients.
    pub(super) fn gather(&self, by_place: &[f64], gradient: &mut [f64]) {
        for (cells, &(coefficient, factor)) in by_place.chunks_exact(self.scores).zip(&self.terms) {
            if coefficient > 0 {
                let to = &mut gradient[coefficient as usize * self.scores..][..self.scores];
                to.iter_mut().zip(cells).for_each(|(sum, cell)| *sum += cell * factor);
            }
        }
    }

    /// The squares that each parameter is multiplied with, summed over the records.
    pub(super) fn squares(&self, records: f64) -> Vec<f64> {
        let mut squares = vec![0.0; self.parameters()];
        squares[..self.scores].fill(records);
        for (&mass, &(coefficient, factor)) in self.mass.iter().zip(&self.terms) {
            if coefficient > 0 {
                let to = &mut squares[coefficient as usize * self.scores..][..self.scores];
                for sum in to {
                    *sum += mass * factor * factor;
                }
            }
        }
        squares
    }

    /// The scores of a row.
    pub(super) fn scores(&self, table: &[f64], intercepts: &[f64], row: &[u8], out: &mut [f64]) {
        if let ([intercept], [out]) = (intercepts, &mut *out) {
            let looked_up =
                row.iter().zip(&self.offsets).map(|(&level, offset)| table[offset + usize::from(level)]);
            *out = intercept + looked_up.sum::<f64>();
            return;
        }
        out.copy_from_slice(intercepts);
        for (&level, offset) in row.iter().zip(&self.offsets) {
            let cells = &table[(offset + usize::from(level)) * self.scores..][..self.scores];
            out.iter_mut().zip(cells).for_each(|(score, cell)| *score += cell);
        }
    }

    /// The standard deviation over the records of what each feature adds, as a length over all scores.
    pub(super) fn importance(&self, table: &[f64]) -> Vec<f64> {
        let ends = self.offsets.iter().skip(1).copied().chain([self.terms.len()]);
        let variance = |range: std::ops::Range<usize>, score: usize| {
            let records: f64 = self.mass[range.clone()].iter().sum();
            let added = |place: usize| table[place * self.scores + score];
            let mean = range.clone().map(|place| self.mass[place] * added(place)).sum::<f64>() / records;
            range.map(|place| self.mass[place] * (added(place) - mean).powi(2)).sum::<f64>() / records
        };
        let ranges = self.offsets.iter().zip(ends).map(|(&begin, end)| begin..end);
        ranges
            .map(|range| (0..self.scores).map(|score| variance(range.clone(), score)).sum::<f64>().sqrt())
            .collect()
    }
}
