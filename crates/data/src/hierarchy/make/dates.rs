//! Dates to the calendar periods they lie in.

use super::{Levels, refuse};
use crate::calendar::{iso_date, year_month_day};
use crate::hierarchy::Hierarchy;
use crate::{Column, Context, Result};

/// A calendar period. Each lies whole within the next, which is why weeks are not among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DatePart {
    /// `2020-11-23`
    Day,
    /// `2020-11`
    Month,
    /// `2020-Q4`
    Quarter,
    /// `2020`
    Year,
    /// `2020s`
    Decade,
}

impl DatePart {
    /// Every part with the name users write, from fine to coarse.
    pub const NAMES: [(&'static str, Self); 5] = [
        ("day", Self::Day),
        ("month", Self::Month),
        ("quarter", Self::Quarter),
        ("year", Self::Year),
        ("decade", Self::Decade),
    ];

    fn label(self, day: i32) -> String {
        let (year, month, _) = year_month_day(day);
        match self {
            Self::Day => iso_date(day),
            Self::Month => format!("{year:04}-{month:02}"),
            Self::Quarter => format!("{year:04}-Q{}", month.div_ceil(3)),
            Self::Year => format!("{year:04}"),
            Self::Decade => format!("{:04}s", year.div_euclid(10) * 10),
        }
    }
}

impl std::str::FromStr for DatePart {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Self::NAMES.iter().find(|(name, _)| *name == text).map(|(_, part)| *part).ok_or_else(|| {
            let names: Vec<_> = Self::NAMES.iter().map(|(name, _)| *name).collect();
            format!("unknown date part '{text}': expected one of {}", names.join(", "))
        })
    }
}

/// Generalizes dates and moments to calendar periods, one a level.
///
/// **Guarantee**: a date lies in the period its label names.
///
/// **Errors**: the column holds no dates; the parts do not grow from level to level.
pub fn dates(column: &Column, parts: &[DatePart], context: &Context) -> Result<Hierarchy> {
    if parts.windows(2).any(|pair| pair[0] >= pair[1]) {
        return Err(refuse(column, "needs date parts that grow: day, month, quarter, year, decade"));
    }
    let dictionary = column.dictionary();
    let days: Option<Vec<i32>> =
        (0..dictionary.len() as u32).map(|code| dictionary.value(code).as_day()).collect();
    let days = days.ok_or_else(|| {
        let why = format!("is {} where date parts need a date or datetime column", column.value_type());
        refuse(column, &why)
    })?;
    let mut levels = Levels::new(column, context)?;
    for part in parts {
        levels.push(days.iter().map(|&day| Ok(part.label(day))))?;
    }
    levels.finish()
}
