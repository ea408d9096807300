//! What can be done to a table so that nobody stands out.

/// A way to treat a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    /// What it is called in tables.
    pub(super) name: &'static str,
    /// What it is asked for by.
    pub(super) method: &'static str,
    pub(super) treatment: Treatment,
    /// Tables with more columns are left out.
    pub(super) most_columns: usize,
}

/// Who treats it, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Treatment {
    /// Nobody: the table is compared with itself.
    Nothing,
    /// Whole columns or records are removed, by the benchmark itself.
    Plain(&'static str),
    /// `lethe anonymize` with these flags; the output is a folder or a file.
    Ours { flags: &'static [&'static str], folder: bool },
}

/// The class that is learned. Cells of a class that are removed teach nothing, so that all methods are told to keep it.
pub(super) const CLASS: &str = "hypertensive";

const ANY: usize = usize::MAX;

const fn ours(name: &'static str, method: &'static str, flags: &'static [&'static str], folder: bool) -> Way {
    Way { name, method, treatment: Treatment::Ours { flags, folder }, most_columns: ANY }
}

const fn plain(name: &'static str, what: &'static str) -> Way {
    Way { name, method: "plain", treatment: Treatment::Plain(what), most_columns: ANY }
}

/// The table as it is; every way is held against it.
pub(super) const NOTHING: Way =
    Way { name: "nothing", method: "nothing", treatment: Treatment::Nothing, most_columns: ANY };
pub(super) const COMPARTMENT: Way = ours(
    "compartment",
    "compartment",
    &["--method", "compartment", "--max-size", "3", "--shared", CLASS],
    true,
);
pub(super) const CLIQUES: Way = ours(
    "compartment, cliques",
    "compartment",
    &["--method", "compartment", "--algorithm", "cliques", "--max-size", "3", "--shared", CLASS],
    true,
);
pub(super) const COMPOSE: Way = ours(
    "compose",
    "compose",
    &["--method", "compose", "--max-size", "3", "--keep", CLASS, "--shared", CLASS],
    true,
);
pub(super) const COMPOSE_AUTO: Way = ours(
    "compose, auto",
    "compose",
    &["--method", "compose", "--composition", "auto", "--max-size", "3", "--keep", CLASS, "--shared", CLASS],
    true,
);
/// What users do without a method.
pub(super) const FEWER_COLUMNS: Way = plain("columns removed", "columns");

/// All ways, in the order of the tables.
pub(super) const WAYS: [Way; 11] = [
    NOTHING,
    ours("suppress", "suppress", &["--method", "suppress", "--max-size", "3", "--keep", CLASS], false),
    ours("generalize", "generalize", &["--method", "generalize", "--max-size", "3", "--keep", CLASS], false),
    ours("perturb", "perturb", &["--method", "perturb", "--max-size", "3", "--keep", CLASS], false),
    COMPARTMENT,
    Way {
        name: "compartment, any size",
        method: "compartment",
        treatment: Treatment::Ours { flags: &["--method", "compartment", "--shared", CLASS], folder: true },
        most_columns: 20,
    },
    CLIQUES,
    COMPOSE,
    COMPOSE_AUTO,
    FEWER_COLUMNS,
    plain("records removed", "records"),
];

/// Every name that a method can be asked for by; the last one is the large table.
pub(super) const METHODS: [&str; 8] =
    ["nothing", "suppress", "generalize", "perturb", "compartment", "compose", "plain", "large"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_can_be_asked_for_and_has_a_name_of_its_own() {
        for (at, way) in WAYS.iter().enumerate() {
            assert!(METHODS.contains(&way.method), "{}", way.name);
            assert!(WAYS[..at].iter().all(|other| other.name != way.name), "{}", way.name);
        }
    }
}
