//! What GDPR Articles 9 and 10 protect besides health.

use super::Kind;
use super::detector::{About, Label, anything};

pub(super) static RELIGION: Label = Label {
    about: About {
        name: "religion",
        kind: Kind::Religion,
        noun: "a religion or belief",
        doc: "a name such as religion, faith, Konfession, confession",
        accepts: &[("religion", &["a", "b"]), ("Konfession", &["rk", "ev"])],
        rejects: &[("region", &["a"])],
    },
    phrases: &[
        "religion",
        "faith",
        "denomination",
        "konfession",
        "glaube",
        "religionszugehoerigkeit",
        "confession",
        "religione",
        "godsdienst",
        "geloof",
        "religiao",
        "wyznanie",
    ],
    fits: anything,
};

pub(super) static POLITICAL_OPINION: Label = Label {
    about: About {
        name: "political-opinion",
        kind: Kind::PoliticalOpinion,
        noun: "a political opinion or union membership",
        doc: "a name such as political party, vote, trade union, Gewerkschaft",
        accepts: &[("political_party", &["a", "b"]), ("Gewerkschaft", &["true", "false"])],
        rejects: &[("party_size", &["4"]), ("union_all", &["a"])],
    },
    phrases: &[
        "politicalparty",
        "politicalopinion",
        "politicalview",
        "politicalaffiliation",
        "partymembership",
        "=party",
        "=vote",
        "votedfor",
        "tradeunion",
        "unionmember",
        "unionmembership",
        "partei",
        "gewerkschaft",
        "syndicat",
        "sindicato",
        "sindacato",
        "vakbond",
    ],
    fits: anything,
};

pub(super) static SEXUAL_ORIENTATION: Label = Label {
    about: About {
        name: "sexual-orientation",
        kind: Kind::SexualOrientation,
        noun: "a sexual orientation",
        doc: "a name such as sexual orientation, sexuelle Orientierung",
        accepts: &[("sexual_orientation", &["a", "b"]), ("Sexuelle Orientierung", &[])],
        rejects: &[("orientation", &["left", "right"])],
    },
    phrases: &[
        "sexualorientation",
        "sexualpreference",
        "sexualidentity",
        "sexlife",
        "sexuelleorientierung",
        "orientationsexuelle",
        "orientacionsexual",
        "orientamentosessuale",
        "seksuelegeaardheid",
        "transgender",
    ],
    fits: anything,
};

pub(super) static CRIMINAL_RECORD: Label = Label {
    about: About {
        name: "criminal-record",
        kind: Kind::CriminalRecord,
        noun: "a conviction or offence",
        doc: "a name such as criminal record, conviction, arrest, Vorstrafe",
        accepts: &[("convictions", &["0", "2"]), ("Vorstrafen", &["true", "false"])],
        rejects: &[("convinced", &["true", "false"])],
    },
    phrases: &[
        "criminalrecord",
        "criminalhistory",
        "conviction",
        "offence",
        "offense",
        "arrest",
        "crime",
        "felony",
        "recidivism",
        "vorstrafe",
        "vorstrafen",
        "straftat",
        "casierjudiciaire",
        "antecedentespenales",
    ],
    fits: anything,
};
