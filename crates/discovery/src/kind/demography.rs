//! What records are in the eyes of a census.

use super::Kind;
use super::detector::{About, Label, Shape, anything, texts_or_integers};

pub(super) static GENDER: Shape = Shape {
    about: About {
        name: "gender",
        kind: Kind::Gender,
        noun: "a gender",
        doc: "the usual words and letters, two of them where the name does not say so; any short value where it does",
        accepts: &[
            ("Gender", &["male", "female"]),
            ("x", &["M", "F"]),
            ("Geschlecht", &["m", "w", "d"]),
            ("sex", &["1", "2"]),
        ],
        rejects: &[("x", &["M"]), ("size", &["S", "M", "L"]), ("sex", &["a long description of something"])],
    },
    hints: &[
        "gender",
        "sex",
        "geschlecht",
        "sexe",
        "=genre",
        "sexo",
        "genero",
        "sesso",
        "genere",
        "geslacht",
        "plec",
        "koen",
    ],
    hinted: |text| text.chars().count() <= 16,
    alone: Some((is_gender, 2)),
    trust_name: false,
};

pub(super) static ETHNICITY: Label = Label {
    about: About {
        name: "ethnicity",
        kind: Kind::Ethnicity,
        noun: "a race or ethnic origin",
        doc: "a name such as race, ethnicity, ethnic group",
        accepts: &[("race", &["White", "Black"]), ("ethnic_group", &["1", "2"])],
        rejects: &[("trace", &["a"]), ("race_time", &["12.5", "13.1"])],
    },
    phrases: &[
        "race",
        "ethnicity",
        "ethnic",
        "ethnicgroup",
        "ethnie",
        "ethnizitaet",
        "etnia",
        "raza",
        "razza",
        "hautfarbe",
        "skincolor",
    ],
    fits: texts_or_integers,
};

pub(super) static NATIONALITY: Label = Label {
    about: About {
        name: "nationality",
        kind: Kind::Nationality,
        noun: "a nationality",
        doc: "a name such as nationality, citizenship, Staatsangehörigkeit",
        accepts: &[("nationality", &["French"]), ("Staatsangehörigkeit", &["deutsch"])],
        rejects: &[("national", &["a"])],
    },
    phrases: &[
        "nationality",
        "citizenship",
        "citizen",
        "staatsangehoerigkeit",
        "staatsbuergerschaft",
        "nationalitaet",
        "nationalite",
        "nacionalidad",
        "nazionalita",
        "cittadinanza",
        "nationaliteit",
        "immigrationstatus",
        "migrationshintergrund",
    ],
    fits: anything,
};

pub(super) static LANGUAGE: Label = Label {
    about: About {
        name: "language",
        kind: Kind::Language,
        noun: "a language",
        doc: "a name such as language, mother tongue, Sprache, langue, idioma",
        accepts: &[("language", &["de", "en"]), ("Muttersprache", &["Deutsch"])],
        rejects: &[("lang_score", &["1"])],
    },
    phrases: &[
        "language",
        "mothertongue",
        "sprache",
        "muttersprache",
        "langue",
        "idioma",
        "lengua",
        "lingua",
        "=taal",
        "moedertaal",
    ],
    fits: texts_or_integers,
};

pub(super) static MARITAL_STATUS: Label = Label {
    about: About {
        name: "marital-status",
        kind: Kind::MaritalStatus,
        noun: "a marital status or household relation",
        doc: "a name such as marital status, relationship, Familienstand, état civil",
        accepts: &[
            ("marital-status", &["Divorced"]),
            ("Familienstand", &["ledig"]),
            ("married", &["true", "false"]),
        ],
        rejects: &[("status", &["open"])],
    },
    phrases: &[
        "maritalstatus",
        "marital",
        "married",
        "civilstatus",
        "relationship",
        "familienstand",
        "etatcivil",
        "estadocivil",
        "statocivile",
        "burgerlijkestaat",
    ],
    fits: anything,
};

pub(super) static EDUCATION: Label = Label {
    about: About {
        name: "education",
        kind: Kind::Education,
        noun: "a level of education",
        doc: "a name such as education, degree, Schulabschluss, diplôme",
        accepts: &[("education-num", &["9", "13"]), ("highest_degree", &["PhD"])],
        rejects: &[("educator", &["a"])],
    },
    phrases: &[
        "education",
        "educationlevel",
        "highestdegree",
        "academicdegree",
        "=degree",
        "school",
        "university",
        "schooling",
        "bildung",
        "schulabschluss",
        "bildungsabschluss",
        "diplome",
        "educacion",
        "istruzione",
        "opleiding",
    ],
    fits: anything,
};

pub(super) static OCCUPATION: Label = Label {
    about: About {
        name: "occupation",
        kind: Kind::Occupation,
        noun: "an occupation",
        doc: "a name such as occupation, job title, profession, Beruf, métier",
        accepts: &[
            ("occupation", &["Sales", "Nurse"]),
            ("job_title", &["Clerk"]),
            ("Métier", &["boulanger"]),
        ],
        rejects: &[("jobs_created", &["1"]), ("occupancy", &["a"])],
    },
    phrases: &[
        "occupation",
        "=job",
        "jobtitle",
        "jobrole",
        "profession",
        "workclass",
        "employment",
        "employmentstatus",
        "=position",
        "beruf",
        "taetigkeit",
        "metier",
        "profesion",
        "ocupacion",
        "professione",
        "beroep",
        "profissao",
        "zawod",
    ],
    fits: texts_or_integers,
};

pub(super) static COMPANY: Label = Label {
    about: About {
        name: "company",
        kind: Kind::Company,
        noun: "an employer or organisation",
        doc: "a name such as company, employer, organisation, Firma, entreprise",
        accepts: &[("employer", &["ACME"]), ("Firma", &["Muster GmbH"])],
        rejects: &[("accompany", &["a"]), ("company", &["true", "false"])],
    },
    phrases: &[
        "company",
        "companyname",
        "employer",
        "organisation",
        "organization",
        "firma",
        "arbeitgeber",
        "unternehmen",
        "entreprise",
        "employeur",
        "empresa",
        "azienda",
        "datoredilavoro",
        "bedrijf",
        "werkgever",
        "hospitalname",
    ],
    fits: texts_or_integers,
};

fn is_gender(text: &str) -> bool {
    #[rustfmt::skip]
    const WORDS: [&str; 28] = [
        "m", "f", "w", "d", "x", "male", "female", "man", "woman", "non-binary", "nonbinary", "diverse", "other", "unknown",
        "maennlich", "männlich", "weiblich", "divers", "homme", "femme", "masculin", "féminin", "hombre", "mujer",
        "masculino", "femenino", "vrouw", "uomo",
    ];
    WORDS.contains(&text.to_lowercase().as_str())
}
