//! Numbers to intervals, narrow ones inside wider ones.

use super::{Levels, refuse};
use crate::hierarchy::Hierarchy;
use crate::{Column, Context, Decimal, Result};

/// More levels than any search would climb.
const MOST_LEVELS: usize = 256;

/// Half-open intervals of growing widths, laid end to end from `from` (or from zero).
///
/// Each width must be a whole multiple of the one before it; otherwise a narrow interval would lie in two wide ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intervals {
    /// The widths, one a level, growing.
    pub widths: Vec<Decimal>,
    /// Where intervals start; smaller values share the label `<from` on every level.
    pub from: Option<Decimal>,
    /// Where intervals end; values from here on share the label `>=to` on every level, and the last interval is cut
    /// off here.
    pub to: Option<Decimal>,
}

impl Intervals {
    /// Intervals of these widths without bounds.
    pub fn of_widths(widths: impl IntoIterator<Item = Decimal>) -> Self {
        Self { widths: widths.into_iter().collect(), from: None, to: None }
    }

    /// `levels` levels, the first of width `base`, each interval of the next made of `fan_out` of them; `None` when
    /// the widths do not grow or have more digits than a [`Decimal`] holds.
    pub fn fanning_out(base: Decimal, fan_out: u32, levels: usize) -> Option<Self> {
        if fan_out < 2 || base <= Decimal::ZERO || levels > MOST_LEVELS {
            return None;
        }
        let mut widths = vec![base];
        while widths.len() < levels {
            widths.push(widths[widths.len() - 1].checked_mul(i128::from(fan_out))?);
        }
        widths.truncate(levels);
        Some(Self::of_widths(widths))
    }

    fn check(&self, column: &Column) -> Result<()> {
        if let Some(level) = self.widths.iter().position(|&width| width <= Decimal::ZERO) {
            return Err(refuse(column, &format!("needs interval widths above zero (level {})", level + 1)));
        }
        for (level, pair) in self.widths.windows(2).enumerate() {
            let (narrow, wide) = (pair[0], pair[1]);
            let times = wide.div_floor(narrow);
            if wide <= narrow || times.and_then(|times| narrow.checked_mul(times)) != Some(wide) {
                let why = format!(
                    "cannot have intervals of width {narrow} (level {}) inside intervals of width {wide} (level \
                     {}): each width must be a whole multiple of the one before, or an interval would have two \
                     parents",
                    level + 1,
                    level + 2
                );
                return Err(refuse(column, &why));
            }
        }
        match (self.from, self.to) {
            (Some(from), Some(to)) if from >= to => Err(refuse(
                column,
                &format!("needs intervals that start (from {from}) before they end (to {to})"),
            )),
            _ => Ok(()),
        }
    }

    /// The label of a value; `None` when the arithmetic does not fit.
    fn label(&self, value: Decimal, width: Decimal) -> Option<String> {
        if let Some(from) = self.from.filter(|&from| value < from) {
            return Some(format!("<{from}"));
        }
        if let Some(to) = self.to.filter(|&to| value >= to) {
            return Some(format!(">={to}"));
        }
        let origin = self.from.unwrap_or(Decimal::ZERO);
        let steps = value.checked_sub(origin)?.div_floor(width)?;
        let low = origin.checked_add(width.checked_mul(steps)?)?;
        let high = low.checked_add(width)?;
        let high = self.to.map_or(high, |to| high.min(to));
        Some(format!("[{low}, {high})"))
    }
}

/// Generalizes numbers to intervals `[20, 25)`.
///
/// **Guarantee**: a value lies in its interval, and the interval in the one above, by exact decimal arithmetic.
///
/// **Errors**: the column is not numeric; a width is not positive or does not divide the next; a number needs more
/// digits than a [`Decimal`] holds.
pub fn intervals(column: &Column, options: &Intervals, context: &Context) -> Result<Hierarchy> {
    if !column.value_type().is_numeric() {
        let why = format!("is {} where intervals need an integer or decimal column", column.value_type());
        return Err(refuse(column, &why));
    }
    options.check(column)?;
    let dictionary = column.dictionary();
    let mut levels = Levels::new(column, context)?;
    for &width in &options.widths {
        let label = |code: u32| {
            let label = dictionary.value(code).as_decimal().and_then(|value| options.label(value, width));
            label.ok_or_else(|| {
                let why = format!("has numbers too large or too fine for exact intervals of width {width}");
                refuse(column, &why)
            })
        };
        levels.push((0..dictionary.len() as u32).map(label))?;
    }
    levels.finish()
}
