//! Numbers that organisations give to records and to records about them.

use super::detector::{About, Basis, Detector, Label, texts_or_integers};
use super::{Evidence, Kind};

/// Words for records that organisations keep records of.
#[rustfmt::skip]
pub(super) const PERSONS: &[&str] = &[
    "patient", "person", "customer", "client", "user", "member", "student", "employee", "staff", "subject", "participant",
    "respondent", "individual", "citizen", "voter", "beneficiary", "insured", "policyholder", "subscriber", "guest",
    "donor", "physician", "doctor", "provider", "nurse", "teacher", "pupil", "child", "mother", "father", "spouse",
    "patienten", "personen", "kunden", "kunde", "mitglieds", "mitarbeiter", "personal", "versicherten", "klient",
    "cliente", "paciente", "paziente", "klant", "patiente", "usuario", "utente", "utilisateur", "owner", "holder",
];

/// Words for records about records.
#[rustfmt::skip]
const RECORDS: &[&str] = &[
    "record", "medicalrecord", "case", "encounter", "visit", "admission", "chart", "account", "acct", "policy",
    "insurance", "healthplan", "beneficiary", "contract", "invoice", "order", "transaction", "claim", "document",
    "certificate", "fall", "akten", "konto", "vertrags", "rechnungs", "versicherungs", "sozialversicherungs",
    "krankenversicherungs", "renten", "compte", "dossier", "cuenta", "conto", "rekening", "sample", "specimen", "study",
    "row", "loan", "booking", "ticket", "unique",
];

/// Words for numbers, and their abbreviations.
#[rustfmt::skip]
const NUMBERS: &[&str] = &[
    "id", "ids", "no", "nr", "num", "nbr", "number", "key", "identifier", "nummer", "kennung", "numero", "nro",
    "ref", "reference",
];

/// The number of a person or of a record about a person.
pub(super) struct RecordNumber;

const RECORD_NUMBER: About = About {
    name: "record-number",
    kind: Kind::RecordNumber,
    noun: "a number of a person or record",
    doc: "texts or whole numbers in a column called id, MRN, or the number of a patient, customer, account, case and \
          the like",
    accepts: &[
        ("Patient ID", &["1", "2", "3"]),
        ("patient_nbr", &["8222157", "55629189"]),
        ("id", &["a", "b"]),
        ("MRN", &["77", "78"]),
        ("Kundennummer", &["K-1"]),
        ("accountNo", &["1", "2"]),
    ],
    rejects: &[
        ("admission_type_id", &["1", "2"]),
        ("patient", &["yes", "no"]),
        ("patient_id", &["1.5", "2.5"]),
        ("case_count", &["1", "2"]),
    ],
};

impl Detector for RecordNumber {
    fn about(&self) -> &About {
        &RECORD_NUMBER
    }

    fn examine(&self, evidence: &Evidence<'_>) -> Option<Basis> {
        const WHOLE: &[&str] =
            &["=id", "=identifier", "=key", "=uid", "mrn", "pid", "=rowid", "=index", "=pseudonym", "eid"];
        let name = evidence.name();
        let named = name.has(WHOLE) || name.has_pair(PERSONS, NUMBERS) || name.has_pair(RECORDS, NUMBERS);
        (named && texts_or_integers(evidence)).then_some(Basis::Name)
    }
}

pub(super) static LICENSE: Label = Label {
    about: About {
        name: "license",
        kind: Kind::License,
        noun: "a licence or passport number",
        doc: "texts or whole numbers with a name such as driver licence, passport number, Ausweisnummer",
        accepts: &[("driver_license", &["D123", "D124"]), ("Passport No", &["C01X00T47"])],
        rejects: &[("software_license", &["MIT", "GPL"]), ("passport_number", &["true", "false"])],
    },
    phrases: &[
        "driverlicense",
        "driverslicense",
        "driverlicence",
        "drivinglicence",
        "drivinglicense",
        "licensenumber",
        "licencenumber",
        "licenseno",
        "licenceno",
        "passport",
        "passportnumber",
        "passportno",
        "ausweisnummer",
        "fuehrerschein",
        "fuehrerscheinnummer",
        "passnummer",
        "reisepass",
        "pasaporte",
        "permisdeconduire",
        "certificatenumber",
        "npi",
    ],
    fits: texts_or_integers,
};

pub(super) static NATIONAL_ID: Label = Label {
    about: About {
        name: "national-id",
        kind: Kind::NationalId,
        noun: "a number that a state gives to a person",
        doc: "texts or whole numbers with a name such as national id, tax id, Sozialversicherungsnummer, codice fiscale",
        accepts: &[
            ("national_id", &["X-1", "X-2"]),
            ("taxId", &["7", "8"]),
            ("Codice Fiscale", &["MRTMTT25D09F205Z"]),
        ],
        rejects: &[("national_team", &["a", "b"]), ("tax", &["7", "8"])],
    },
    phrases: &[
        "nationalid",
        "nationalidnumber",
        "nationalinsurance",
        "nationalinsurancenumber",
        "nino",
        "taxid",
        "taxnumber",
        "tin",
        "sin",
        "socialinsurancenumber",
        "ssn",
        "socialsecuritynumber",
        "sozialversicherungsnummer",
        "steuerid",
        "steuernummer",
        "rentenversicherungsnummer",
        "krankenversichertennummer",
        "codicefiscale",
        "dni",
        "nif",
        "cpf",
        "curp",
        "aadhaar",
        "aadhar",
        "personnummer",
        "personalausweis",
        "cprnumber",
        "ahv",
        "ahvnummer",
        "nir",
    ],
    fits: texts_or_integers,
};

pub(super) static BANK_ACCOUNT: Label = Label {
    about: About {
        name: "bank-account",
        kind: Kind::BankAccount,
        noun: "a bank account",
        doc: "texts or whole numbers with a name such as bank account, Kontonummer, compte bancaire",
        accepts: &[("bank_account", &["12345", "67890"]), ("Kontonummer", &["532013000"])],
        rejects: &[("bank", &["a", "b"]), ("bank_account", &["true", "false"])],
    },
    phrases: &[
        "bankaccount",
        "bankaccountnumber",
        "kontonummer",
        "kontonr",
        "comptebancaire",
        "cuentabancaria",
        "rekeningnummer",
    ],
    fits: texts_or_integers,
};
