//! What every report says about the quality of a release.

use super::{Measure, Subject, measure};
use crate::Result;
use serde::Serialize;

/// The losses of a release, each from 0 (nothing lost) to 1 (everything suppressed).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Quality {
    /// See [`super::Loss`].
    pub loss: f64,
    /// See [`super::Precision`].
    pub precision: f64,
    /// See [`super::Discernibility`].
    pub discernibility: f64,
    /// See [`super::GroupSize`].
    pub group_size: f64,
    /// See [`super::Entropy`].
    pub entropy: f64,
    /// See [`super::Ncp`].
    pub ncp: f64,
    /// See [`super::Total`].
    pub total: f64,
    /// See [`super::Classification`]; where there is a column to predict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classification: Option<f64>,
}

/// Measures a release, of which `value_of` gives the value of a measure, from a view with the sums of its costs and with
/// its label column counted.
///
/// **Errors**: those of [`measure`] and of `value_of`.
pub fn report<E: From<crate::Error>>(
    subject: &Subject<'_>,
    mut value_of: impl FnMut(&dyn Measure) -> Result<f64, E>,
) -> Result<Quality, E> {
    let mut value = |name: &str| -> Result<f64, E> { value_of(measure(name, subject)?.as_ref()) };
    Ok(Quality {
        loss: value("loss")?,
        precision: value("precision")?,
        discernibility: value("discernibility")?,
        group_size: value("group-size")?,
        entropy: value("entropy")?,
        ncp: value("ncp")?,
        total: value("total")?,
        classification: subject.label.map(|_| value("classification")).transpose()?,
    })
}
