//! What is searched for, what the reference tool says of it, and what was promised.

use super::super::discover::Data;

/// Where the times and solutions of the reference tool come from.
pub(crate) const REFERENCE: &str = "ARX 3.9.2, OpenJDK 17, single-threaded search, same kind of machine, idle; published values, not run here";

/// A search of a real table.
pub(crate) struct Case {
    /// The folder of the table.
    pub(crate) data: &'static str,
    pub(crate) suppression: u64,
    /// What must hold, as `lethe-bench lattice` reads it.
    pub(crate) models: &'static [&'static str],
    /// The known optimum.
    pub(crate) known: Option<Known>,
    /// The seconds of the reference tool.
    pub(crate) reference: Option<f64>,
    /// The seconds that ours may take.
    pub(crate) goal: Option<f64>,
    /// Whether the published Flash algorithm is timed on it as well.
    pub(crate) flash: bool,
}

/// The optimum as the reference tool states it.
pub(crate) struct Known {
    pub(crate) levels: &'static [u64],
    /// With six decimals.
    pub(crate) loss: f64,
    pub(crate) suppressed: u64,
}

/// Local recoding of adult with nobody suppressed: the seconds of the reference tool and its mean loss, and the seconds
/// that ours may take.
pub(crate) const LOCAL: (f64, f64, f64) = (5.6, 0.0677, 0.5);

/// Quasi-identifiers of wide lattices, whose search is stopped.
pub(crate) const WIDE: &[u64] = &[20, 50, 100];
pub(crate) const WIDE_ROWS: u64 = 100_000;
pub(crate) const WIDE_SECONDS: u64 = 10;

/// Peak memory as a multiple of the encoded table.
pub(crate) const MEMORY_GOAL: f64 = 3.0;

const fn known(levels: &'static [u64], loss: f64, suppressed: u64) -> Known {
    Known { levels, loss, suppressed }
}

const PLAIN: Case = Case {
    data: "adult",
    suppression: 5,
    models: &["k=5"],
    known: None,
    reference: None,
    goal: None,
    flash: false,
};

/// Every search of a real table.
pub(crate) const CASES: &[Case] = &[
    Case {
        suppression: 0,
        known: Some(known(&[0, 4, 1, 1, 3, 2, 2, 1, 0], 0.573_151, 0)),
        reference: Some(0.055),
        goal: Some(0.02),
        flash: true,
        ..PLAIN
    },
    Case {
        suppression: 2,
        known: Some(known(&[0, 3, 0, 2, 2, 1, 1, 2, 0], 0.313_713, 506)),
        reference: Some(1.21),
        ..PLAIN
    },
    Case {
        known: Some(known(&[0, 3, 0, 0, 2, 1, 1, 2, 0], 0.241_932, 1_346)),
        reference: Some(1.49),
        goal: Some(0.1),
        flash: true,
        ..PLAIN
    },
    Case {
        suppression: 100,
        known: Some(known(&[0, 3, 0, 0, 2, 1, 1, 1, 0], 0.220_412, 2_553)),
        reference: Some(5.66),
        goal: Some(0.35),
        ..PLAIN
    },
    Case {
        data: "sfars",
        suppression: 0,
        known: Some(known(&[3, 2, 0, 0, 1, 2, 3, 2], 0.576_430, 0)),
        reference: Some(0.24),
        ..PLAIN
    },
    Case {
        data: "sfars",
        known: Some(known(&[3, 0, 1, 2, 0, 0, 1, 0], 0.143_673, 4_898)),
        reference: Some(5.77),
        goal: Some(0.4),
        ..PLAIN
    },
    Case {
        data: "sihis",
        suppression: 0,
        known: Some(known(&[0, 0, 0, 3, 2, 2, 0, 1, 1], 0.375_335, 0)),
        reference: Some(6.39),
        ..PLAIN
    },
    Case {
        data: "sihis",
        known: Some(known(&[1, 0, 0, 1, 3, 0, 0, 0, 0], 0.092_179, 47_092)),
        reference: Some(105.0),
        goal: Some(5.0),
        ..PLAIN
    },
    Case {
        models: &["k=5", "sensitive=occupation", "ordered=0.2"],
        reference: Some(0.68),
        goal: Some(0.05),
        ..PLAIN
    },
    Case {
        models: &["k=5", "sensitive=occupation", "hierarchical=0.2"],
        reference: Some(1.55),
        goal: Some(0.1),
        ..PLAIN
    },
    Case { models: &["k=5", "sensitive=occupation", "equal=0.2"], reference: Some(1.69), ..PLAIN },
    Case { models: &["sensitive=occupation", "entropy=3"], reference: Some(0.99), goal: Some(0.07), ..PLAIN },
    Case { models: &["sensitive=occupation", "distinct=3"], reference: Some(0.66), ..PLAIN },
    Case { models: &["sensitive=occupation", "recursive=4,3"], reference: Some(0.79), ..PLAIN },
];

impl Case {
    /// The table.
    pub(crate) fn real(data: &str) -> Data {
        Data::Real {
            file: match data {
                "sfars" => "sfars/sfars.csv.gz",
                "sihis" => "sihis/sihis.csv.gz",
                _ => "adult/adult.csv",
            },
        }
    }

    /// What the case is called in tables and samples.
    pub(crate) fn name(&self) -> String {
        let models: Vec<&str> =
            self.models.iter().copied().filter(|word| !word.starts_with("sensitive=")).collect();
        format!("{} {} % {}", self.data, self.suppression, models.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_losses_shares() {
        for (at, case) in CASES.iter().enumerate() {
            assert!(CASES[..at].iter().all(|other| other.name() != case.name()), "{}", case.name());
            assert!(case.known.as_ref().is_none_or(|known| (0.0..1.0).contains(&known.loss)));
            assert!(matches!(Case::real(case.data), Data::Real { file } if file.starts_with(case.data)));
        }
    }
}
