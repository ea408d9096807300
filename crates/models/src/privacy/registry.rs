//! All privacy models in one list.

/// A privacy model as users find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Described {
    /// The name users write.
    pub model: &'static str,
    /// The name of the variant, for models that have several.
    pub variant: Option<&'static str>,
    /// What it asks for, in one sentence.
    pub asks: &'static str,
    /// Whether a release that satisfies it still does when it is generalized further, nothing suppressed.
    pub monotone: bool,
    /// Whether it looks at a sensitive column.
    pub sensitive: bool,
    /// Whether it looks at a population.
    pub population: bool,
    /// What it judges.
    pub judges: Judges,
}

/// What a model judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judges {
    /// Each class over all quasi-identifying columns.
    Classes,
    /// Each class over every choice of so many quasi-identifying columns.
    KnownColumns,
    /// All classes together.
    Release,
}

/// Every privacy model, variants apart.
pub const ALL: &[Described] = &[
    class("k-anonymity", None, "Every class has at least k people."),
    Described {
        judges: Judges::KnownColumns,
        ..class(
            "km-anonymity",
            None,
            "Every class over any m quasi-identifying columns has at least k people.",
        )
    },
    Described {
        population: true,
        ..class("k-map", None, "Every class stands for at least k people of the population.")
    },
    class(
        "k-map",
        Some("estimated"),
        "Every class is large enough to stand for k people of a population of known size, most likely.",
    ),
    Described {
        population: true,
        ..class(
            "delta-presence",
            None,
            "In every class of the population the share of people in the table lies between two bounds.",
        )
    },
    sensitive("l-diversity", Some("distinct"), "Every class has at least l distinct sensitive values."),
    sensitive(
        "l-diversity",
        Some("entropy"),
        "The sensitive values of every class have an entropy of at least ln l.",
    ),
    Described {
        monotone: false,
        ..sensitive(
            "l-diversity",
            Some("grassberger-entropy"),
            "The sensitive values of every class come from a distribution with an estimated entropy of at least ln l.",
        )
    },
    sensitive(
        "l-diversity",
        Some("recursive"),
        "The most frequent sensitive value of every class is less than c times as frequent as the l-th and all rarer ones.",
    ),
    sensitive(
        "l-diversity",
        Some("positive-recursive"),
        "Recursive diversity of the values that must stay secret; others may be disclosed.",
    ),
    sensitive(
        "l-diversity",
        Some("negative-positive-recursive"),
        "Positive-recursive diversity, and each protected value has a share of at least c2 in every class.",
    ),
    sensitive(
        "t-closeness",
        Some("equal"),
        "The sensitive values of every class are within t of the table's, all values being equally far apart.",
    ),
    sensitive(
        "t-closeness",
        Some("ordered"),
        "The sensitive values of every class are within t of the table's, values being ordered at equal steps.",
    ),
    sensitive(
        "t-closeness",
        Some("hierarchical"),
        "The sensitive values of every class are within t of the table's, along the levels of a hierarchy.",
    ),
    sensitive(
        "beta-likeness",
        Some("basic"),
        "No sensitive value is more than 1 + beta times as frequent in a class as in the table.",
    ),
    sensitive(
        "beta-likeness",
        Some("enhanced"),
        "As basic, and no sensitive value of share q is more than 1 - ln q times as frequent in a class.",
    ),
    sensitive(
        "delta-disclosure",
        None,
        "Every sensitive value's share in every class differs from the table's by a factor below e to the delta.",
    ),
    sensitive(
        "alpha-k",
        None,
        "Every class has at least k people and no sensitive value with a share above alpha.",
    ),
    Described {
        judges: Judges::KnownColumns,
        ..sensitive(
            "lkc-privacy",
            None,
            "Every class over any l quasi-identifying columns has at least k people and no value with a share above c.",
        )
    },
    class("reidentification-risk", Some("prosecutor"), "No record's risk 1 / class size is above a limit."),
    Described {
        population: true,
        ..class(
            "reidentification-risk",
            Some("journalist"),
            "No record's risk 1 / population of its class is above a limit.",
        )
    },
    Described {
        judges: Judges::Release,
        ..class("average-risk", None, "The mean risk of all records, classes / people, is at most a limit.")
    },
    Described {
        judges: Judges::Release,
        population: true,
        ..class(
            "marketer-risk",
            None,
            "The mean of 1 / population of their class over all records is at most a limit.",
        )
    },
];

const fn class(model: &'static str, variant: Option<&'static str>, asks: &'static str) -> Described {
    Described {
        model,
        variant,
        asks,
        monotone: true,
        sensitive: false,
        population: false,
        judges: Judges::Classes,
    }
}

const fn sensitive(model: &'static str, variant: Option<&'static str>, asks: &'static str) -> Described {
    Described { sensitive: true, ..class(model, variant, asks) }
}
