//! What is searched for in which table, and what was promised of it.

use super::data::Data;

/// A search and its goals.
pub(crate) struct Case {
    pub(crate) data: Data,
    pub(crate) k: u64,
    pub(crate) max_size: Option<usize>,
    /// The least exposed records: a number, or a share with `%`.
    pub(crate) min_exposed: &'static str,
    /// How often ours and the peer run at most; long searches say enough when they run once.
    pub(crate) rounds: u32,
    /// How often each searches in a run.
    pub(crate) repeats: u32,
    /// How many times faster than the peer ours must be; without it there is no peer.
    pub(crate) times_faster: Option<f64>,
    /// Whether the peer's other way, several sets a query, is timed, too: it is faster where it has the memory.
    pub(crate) batched: bool,
    /// How long ours may search.
    pub(crate) seconds: Option<f64>,
    /// Whether the search with one thread is timed, too.
    pub(crate) scaling: bool,
    /// A slower algorithm of ours that must find the same, where no peer does.
    pub(crate) checked_by: Option<&'static str>,
}

const PLAIN: Case = Case {
    data: Data::Made { name: "", rows: 0 },
    k: 2,
    max_size: None,
    min_exposed: "1",
    rounds: u32::MAX,
    repeats: 1,
    times_faster: None,
    batched: false,
    seconds: None,
    scaling: false,
    checked_by: None,
};

const SURVEY: Case = Case {
    data: Data::Made { name: "survey", rows: 70_000 },
    repeats: 3,
    times_faster: Some(40.0),
    batched: true,
    ..PLAIN
};
const CPS: Case = Case {
    data: Data::Real { file: "cps/cps.csv.gz" },
    max_size: Some(4),
    repeats: 3,
    times_faster: Some(25.0),
    batched: true,
    ..PLAIN
};
const SIHIS: Case = Case {
    data: Data::Real { file: "sihis/sihis.csv.gz" },
    repeats: 3,
    times_faster: Some(20.0),
    batched: true,
    ..PLAIN
};
const WIDE: Case = Case {
    data: Data::Made { name: "wide", rows: 1_000_000 },
    max_size: Some(3),
    rounds: 3,
    times_faster: Some(50.0),
    batched: true,
    scaling: true,
    ..PLAIN
};
const LINEITEM: Case = Case {
    data: Data::Made { name: "lineitem", rows: 11_000_000 },
    rounds: 1,
    times_faster: Some(25.0),
    seconds: Some(3.0),
    scaling: true,
    ..PLAIN
};
const DEEP: Case = Case {
    data: Data::Made { name: "deep", rows: 1_000_000 },
    rounds: 3,
    seconds: Some(60.0),
    scaling: true,
    checked_by: Some("minimal"),
    ..PLAIN
};
const HEALTH_WIDE: Case = Case {
    data: Data::Health { rows: 1_000_000, columns: 100 },
    max_size: Some(3),
    rounds: 3,
    seconds: Some(25.0),
    checked_by: Some("minimal"),
    ..PLAIN
};
const HEALTH_SHARE: Case = Case {
    data: Data::Health { rows: 100_000, columns: 40 },
    min_exposed: "1%",
    rounds: 3,
    checked_by: Some("minimal"),
    ..PLAIN
};

/// Every search that something was promised of.
pub(crate) const PROMISED: &[Case] = &[CPS, SURVEY, SIHIS, WIDE, LINEITEM, DEEP, HEALTH_WIDE, HEALTH_SHARE];

/// Small enough for the slowest algorithm.
pub(crate) const SMALL: Case =
    Case { data: Data::Made { name: "survey-cut", rows: 10_000 }, rounds: 3, ..PLAIN };

impl Case {
    /// The largest sets, as programs are told and tables show it.
    pub(crate) fn size(&self) -> String {
        self.max_size.map_or_else(|| "-".to_owned(), |size| size.to_string())
    }

    /// The case as the keys of samples name it.
    pub(crate) fn key(&self) -> String {
        format!("{} k={} size={} exposed={}", self.data.name(), self.k, self.size(), self.min_exposed)
    }
}
