//! Births, ages and dates. HIPAA counts every date that is tied to a person as an identifier.

use super::detector::{About, Basis, Detector, Label};
use super::{Evidence, Kind};
use lethe_data::ValueType;

pub(super) static DATE_OF_BIRTH: Label = Label {
    about: About {
        name: "date-of-birth",
        kind: Kind::DateOfBirth,
        noun: "a date of birth",
        doc: "dates, texts or years with a name such as date of birth, DOB, Geburtsdatum, date de naissance",
        accepts: &[
            ("DOB", &["2020-11-23"]),
            ("Geburtsdatum", &["23.11.1990", "01.02.1985"]),
            ("birthYear", &["1980", "1991"]),
            ("date_naissance", &["03/04/1990", "05/06/1991"]),
        ],
        rejects: &[
            ("birth_weight", &["3200", "2900"]),
            ("birthYear", &["12", "14"]),
            ("dob", &["true", "false"]),
        ],
    },
    phrases: &[
        "dob",
        "birthdate",
        "dateofbirth",
        "birthday",
        "=birth",
        "=born",
        "birthyear",
        "yearofbirth",
        "yob",
        "geburtsdatum",
        "geburtstag",
        "geburtsjahr",
        "datenaissance",
        "datedenaissance",
        "anneenaissance",
        "fechanacimiento",
        "fechadenacimiento",
        "nacimiento",
        "datadinascita",
        "datanascita",
        "geboortedatum",
        "geboortejaar",
        "datanascimento",
        "datadenascimento",
        "dataurodzenia",
        "foedselsdato",
    ],
    fits: |evidence| match evidence.value_type() {
        ValueType::Date | ValueType::DateTime | ValueType::Text => true,
        ValueType::Integer => evidence.within(1850.0, 2100.0) || evidence.within(18_500_101.0, 21_001_231.0),
        _ => false,
    },
};

pub(super) static AGE: Label = Label {
    about: About {
        name: "age",
        kind: Kind::Age,
        noun: "an age",
        doc: "numbers from 0 to 130 or texts with a name such as age, Alter, edad, leeftijd",
        accepts: &[
            ("age", &["17", "90"]),
            ("patientAge", &["3.5", "4"]),
            ("age_group", &["20-29", "30-39"]),
            ("Alter", &["44"]),
        ],
        rejects: &[("page", &["17"]), ("age", &["1700"]), ("average", &["3"]), ("age", &["true", "false"])],
    },
    phrases: &[
        "age",
        "=alter",
        "altersgruppe",
        "agegroup",
        "agerange",
        "edad",
        "=eta",
        "leeftijd",
        "idade",
        "wiek",
    ],
    fits: |evidence| match evidence.value_type() {
        ValueType::Text => true,
        ValueType::Integer | ValueType::Decimal => evidence.within(0.0, 130.0),
        _ => false,
    },
};

/// Dates that reach over a lifetime are likely births, whatever the column is called.
pub(super) struct LifetimeDates;

/// Years between the first and the last date that records of events rarely span.
const LIFETIME: i32 = 50;

const LIFETIME_DATES: About = About {
    name: "lifetime-dates",
    kind: Kind::DateOfBirth,
    noun: "dates of birth",
    doc: "dates without a time of day that span 50 years or more",
    accepts: &[("d", &["1931-05-06", "1999-01-01", "2001-02-03"])],
    rejects: &[("d", &["2019-05-06", "2021-01-01"]), ("d", &["1931-05-06T10:00", "2001-02-03T11:00"])],
};

impl Detector for LifetimeDates {
    fn about(&self) -> &About {
        &LIFETIME_DATES
    }

    fn examine(&self, evidence: &Evidence<'_>) -> Option<Basis> {
        let dates = evidence.value_type() == ValueType::Date;
        (dates && evidence.years()? >= LIFETIME).then_some(Basis::Range)
    }
}

/// Any other date or moment.
pub(super) struct AnyDate;

const ANY_DATE: About = About {
    name: "date",
    kind: Kind::Date,
    noun: "a date or moment",
    doc: "values of the types date and datetime",
    accepts: &[
        ("admitted", &["2020-11-23", "2020-11-24"]),
        ("seen", &["2020-11-23T10:15", "2020-11-23T10:20"]),
    ],
    rejects: &[("date", &["soon", "later"]), ("n", &["20201123"])],
};

impl Detector for AnyDate {
    fn about(&self) -> &About {
        &ANY_DATE
    }

    fn examine(&self, evidence: &Evidence<'_>) -> Option<Basis> {
        matches!(evidence.value_type(), ValueType::Date | ValueType::DateTime).then_some(Basis::Type)
    }
}
