//! Counts with noise.

use super::sanitize::{Sanitized, numbers_of, renumbered};
use super::{Epsilon, Model, ModelError, Treatment, places};
use lethe_num::{DiscreteLaplace, Entropy};

impl Model {
    /// Adds noise to every count, and hides those that are below `k` then.
    ///
    /// **Guarantee**: (epsilon, delta)-differential privacy for a person's row being there or not, with the delta of
    /// [`Treatment::delta`], when the names of the columns are no secret and the bits are fair. The noise is independent for each count; that no pair has more
    /// records than its values, and no value more than there are, is brought about afterwards and costs nothing.
    /// **Cost**: about twenty words of random bits a count.
    /// **Errors**: k is below 2, the model was treated before or not counted per record, epsilon is too finely divided, or there
    /// are no random bits.
    pub fn sanitize_with_noise<E: Entropy>(
        &self,
        k: u64,
        epsilon: Epsilon,
        bits: &mut E,
    ) -> Result<Sanitized, ModelError>
    where
        E::Error: std::fmt::Display,
    {
        let treatment = Treatment { epsilon: Some(epsilon), ..self.treatment(k)? };
        if !self.is_per_record {
            let problem = "one record may have changed what others count as, so noise cannot guarantee differential privacy; \
                           train a model of the silo's own table";
            return Err(ModelError::Request(problem.to_owned()));
        }
        let Some(noise) = treatment.noise()? else {
            return Err(ModelError::Bug("there is no noise"));
        };
        let mut noisy = Noisy { noise, bits };
        let records = noisy.count(self.records)?;
        let mut columns = Vec::with_capacity(self.columns.len());
        let mut numbers = Vec::with_capacity(self.columns.len());
        for column in &self.columns {
            let mut column = column.clone();
            for value in &mut column.values {
                value.records = noisy.count(value.records)?.min(records);
            }
            let reported: Vec<bool> = column.values.iter().map(|value| value.records >= k).collect();
            numbers.push(numbers_of(&reported));
            column.values.retain(|value| value.records >= k);
            columns.push(column);
        }
        let mut tables = Vec::with_capacity(self.tables.len());
        for ((left, right), pairs) in places(columns.len()).zip(&self.tables) {
            let mut pairs = renumbered(pairs, &numbers[left], &numbers[right]);
            for pair in &mut pairs {
                let one = columns[left].values[pair.left as usize].records;
                let two = columns[right].values[pair.right as usize].records;
                pair.records = noisy.count(pair.records)?.min(one).min(two);
            }
            pairs.retain(|pair| pair.records >= k);
            tables.push(pairs);
        }
        let is_per_record = self.is_per_record;
        let model =
            Self { records, columns, tables, treatments: vec![treatment], is_merged: false, is_per_record };
        model.check()?;
        Ok(Sanitized { hidden: self.hidden_in(&model, k), model })
    }
}

struct Noisy<'a, E> {
    noise: DiscreteLaplace,
    bits: &'a mut E,
}

impl<E: Entropy> Noisy<'_, E>
where
    E::Error: std::fmt::Display,
{
    /// A count with noise, at least 0.
    fn count(&mut self, records: u64) -> Result<u64, ModelError> {
        let drawn = self.noise.draw(self.bits).map_err(|error| ModelError::Entropy(error.to_string()))?;
        let noisy = i128::from(records).saturating_add(drawn).clamp(0, i128::from(u64::MAX));
        // Within the range of u64, as it was just brought there.
        Ok(noisy as u64)
    }
}
