//! Names of records, recognised by what their columns are called.

use super::detector::{About, Basis, Detector, Label, texts};
use super::record_number::PERSONS;
use super::{Evidence, Kind};

pub(super) static GIVEN_NAME: Label = Label {
    about: About {
        name: "given-name",
        kind: Kind::GivenName,
        noun: "a given name",
        doc: "texts with a name such as first name, Vorname, prénom, voornaam",
        accepts: &[("firstName", &["Ada", "Grace"]), ("Prénom", &["Zoé"]), ("Vorname", &[])],
        rejects: &[("first_name_length", &["3", "5"]), ("first", &["a", "b"])],
    },
    phrases: &[
        "firstname",
        "givenname",
        "forename",
        "middlename",
        "fname",
        "=firstnm",
        "vorname",
        "rufname",
        "prenom",
        "=nombre",
        "=nome",
        "primernombre",
        "voornaam",
        "fornavn",
        "imie",
        "foernamn",
        "christianname",
    ],
    fits: texts,
};

pub(super) static SURNAME: Label = Label {
    about: About {
        name: "surname",
        kind: Kind::Surname,
        noun: "a family name",
        doc: "texts with a name such as last name, surname, Nachname, nom de famille, apellido",
        accepts: &[("LAST_NAME", &["Lovelace", "Hopper"]), ("Nachname", &["Meier"]), ("apellidos", &["Gil"])],
        rejects: &[("last", &["a", "b"]), ("surname", &["1", "2"])],
    },
    phrases: &[
        "lastname",
        "surname",
        "familyname",
        "lname",
        "maidenname",
        "nachname",
        "familienname",
        "zuname",
        "geburtsname",
        "nomdefamille",
        "nomfamille",
        "apellido",
        "cognome",
        "achternaam",
        "efternavn",
        "efternamn",
        "sobrenome",
        "nazwisko",
    ],
    fits: texts,
};

/// Whole names: a column called just "name", or the name of somebody.
pub(super) struct FullName;

const FULL_NAME: About = About {
    name: "full-name",
    kind: Kind::FullName,
    noun: "a person's name",
    doc: "texts in a column called name, Name, nom, naam, full name, or the name of a patient, customer and the like",
    accepts: &[("Name", &["Ada Lovelace"]), ("patient_name", &["A", "B"]), ("fullName", &["G. Hopper"])],
    rejects: &[("product_name", &["bolt", "nut"]), ("file_name", &["a", "b"]), ("name", &["1", "2"])],
};

impl Detector for FullName {
    fn about(&self) -> &About {
        &FULL_NAME
    }

    fn examine(&self, evidence: &Evidence<'_>) -> Option<Basis> {
        const WHOLE: &[&str] = &[
            "=name",
            "=names",
            "=nom",
            "=naam",
            "fullname",
            "contactname",
            "displayname",
            "nameofpatient",
            "patientenname",
            "vollername",
            "nomcomplet",
            "nombrecompleto",
            "nomecompleto",
            "volledigenaam",
            "signature",
        ];
        let named = evidence.name().has(WHOLE) || evidence.name().has_pair(PERSONS, &["name"]);
        (named && texts(evidence)).then_some(Basis::Name)
    }
}
