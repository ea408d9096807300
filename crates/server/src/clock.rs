//! The time of day, for what users see of the service. No answer depends on it.

use lethe::data::calendar::iso_datetime;
use std::time::{SystemTime, UNIX_EPOCH};

/// Now, as `2026-11-18T07:30:00Z`.
pub(crate) fn now() -> String {
    let micros = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros());
    let seconds = i64::try_from(micros / 1_000_000).unwrap_or(0);
    format!("{}Z", iso_datetime(seconds * 1_000_000))
}
