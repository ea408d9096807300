//! Diseases, drugs, genes, and measurements of the body.

use super::detector::{About, Basis, Detector, Label, Shape, anything};
use super::{Evidence, Kind, digits};

pub(super) static SNP: Shape = Shape {
    about: About {
        name: "dbsnp",
        kind: Kind::Genetic,
        noun: "a dbSNP variant",
        doc: "rs and digits",
        accepts: &[("variant", &["rs7412", "rs429358"])],
        rejects: &[("variant", &["rs", "rsa12", "7412"]), ("v", &["rs01"])],
    },
    hints: &["snp", "rsid", "dbsnp"],
    hinted: is_snp,
    alone: Some((is_snp, 1)),
    trust_name: true,
};

pub(super) static DOID: Shape = Shape {
    about: About {
        name: "doid",
        kind: Kind::DiseaseCode,
        noun: "a code of the Disease Ontology",
        doc: "DOID, a colon and digits",
        accepts: &[("d", &["DOID:9351", "DOID:0080600"])],
        rejects: &[("d", &["DOID", "9351", "GO:9351"])],
    },
    hints: &["doid"],
    hinted: is_doid,
    alone: Some((is_doid, 1)),
    trust_name: true,
};

pub(super) static ATC: Shape = Shape {
    about: About {
        name: "atc",
        kind: Kind::Treatment,
        noun: "a drug code of the ATC classification",
        doc: "a letter, two digits, two letters, two digits; or shorter codes where the name says so",
        accepts: &[("c", &["C09AA05", "A10BA02", "N02BE01"]), ("atc", &["C09", "C09A"])],
        rejects: &[("c", &["C09", "A10"]), ("atc", &["aspirin", "99"])],
    },
    hints: &["atc", "atccode"],
    hinted: |text| [1, 3, 4, 5, 7].contains(&text.len()) && is_shape(text, "A00AA00"),
    alone: Some((|text| text.len() == 7 && is_shape(text, "A00AA00"), 3)),
    trust_name: false,
};

/// ICD codes of three characters look like seats and rooms, so that values alone count only when some have a dot.
pub(super) struct Icd;

const ICD: About = About {
    name: "icd",
    kind: Kind::DiseaseCode,
    noun: "an ICD code of a diagnosis",
    doc: "ICD-10 codes, of which at least a fifth have a dot and there are five, or ICD-9 and ICD-10 codes where the \
          name says so",
    accepts: &[
        ("code", &["E11.9", "I10", "J45.909", "F32.1", "C50.911"]),
        ("icd9", &["250.83", "V57", "401"]),
        ("icd_10", &["E119", "I10"]),
    ],
    rejects: &[
        ("room", &["A12", "B14", "C07", "D11", "E01"]),
        ("code", &["E11.9"]),
        ("icd", &["flu", "cold"]),
    ],
};

impl Detector for Icd {
    fn about(&self) -> &About {
        &ICD
    }

    fn examine(&self, evidence: &Evidence<'_>) -> Option<Basis> {
        if evidence.name().has(&["icd", "icdcode", "diagnosiscode", "diagcode", "dxcode"]) {
            if evidence.is_empty() {
                return Some(Basis::Name);
            }
            if let Some(share) = evidence.share(|text| is_icd_10(text) || is_icd_9(text)) {
                return Some(Basis::Values { share });
            }
        }
        let dotted = evidence.fraction(|text| text.contains('.')) >= 0.2;
        let share = if evidence.sample().len() >= 5 { evidence.share(is_icd_10) } else { None };
        share.filter(|_| dotted).map(|share| Basis::Values { share })
    }
}

pub(super) static DISEASE: Label = Label {
    about: About {
        name: "disease",
        kind: Kind::Disease,
        noun: "a disease or diagnosis",
        doc: "a name such as disease, diagnosis, symptom, Krankheit, maladie, enfermedad",
        accepts: &[
            ("Disease", &["COVID"]),
            ("primary_diagnosis", &["flu", "asthma"]),
            ("diabetes", &["true", "false"]),
        ],
        rejects: &[("air_condition", &["true", "false"])],
    },
    phrases: &[
        "disease",
        "diagnosis",
        "diagnoses",
        "diag",
        "dx",
        "illness",
        "=condition",
        "medicalcondition",
        "symptom",
        "disorder",
        "comorbidity",
        "comorbidities",
        "allergy",
        "allergies",
        "disability",
        "causeofdeath",
        "hiv",
        "cancer",
        "tumor",
        "tumour",
        "diabetes",
        "diabetic",
        "depression",
        "asthma",
        "hypertension",
        "pregnant",
        "krankheit",
        "diagnose",
        "erkrankung",
        "diagnosen",
        "maladie",
        "diagnostic",
        "enfermedad",
        "diagnostico",
        "malattia",
        "diagnosi",
        "ziekte",
        "medicalhistory",
        "adversereaction",
    ],
    fits: anything,
};

pub(super) static TREATMENT: Label = Label {
    about: About {
        name: "treatment",
        kind: Kind::Treatment,
        noun: "a drug or treatment",
        doc: "a name such as drug, medication, treatment, therapy, Medikament",
        accepts: &[("Drug", &["cortisol", "remdesivir"]), ("Medikament", &[])],
        rejects: &[("drugstore", &["north", "south"])],
    },
    phrases: &[
        "drug",
        "medication",
        "medicine",
        "prescription",
        "treatment",
        "therapy",
        "vaccine",
        "vaccination",
        "ndc",
        "surgery",
        "surgicalprocedure",
        "dosage",
        "substance",
        "medikament",
        "arzneimittel",
        "behandlung",
        "therapie",
        "wirkstoff",
        "medicament",
        "traitement",
        "medicamento",
        "tratamiento",
        "farmaco",
        "medicijn",
        "insulin",
    ],
    fits: anything,
};

pub(super) static HEALTH_MEASURE: Label = Label {
    about: About {
        name: "health-measure",
        kind: Kind::HealthMeasure,
        noun: "a measurement of health",
        doc: "a name such as BMI, blood pressure, glucose, blood group, smoker",
        accepts: &[
            ("bmi", &["21.5", "30.1"]),
            ("blood_group", &["A+", "0-"]),
            ("Smoker", &["true", "false"]),
            ("oxygen_saturation", &["97", "99"]),
            ("hypertensive", &["true", "false"]),
        ],
        rejects: &[("blood_orange", &["1"])],
    },
    phrases: &[
        "bmi",
        "bloodpressure",
        "systolic",
        "diastolic",
        "glucose",
        "cholesterol",
        "hba1c",
        "heartrate",
        "bloodtype",
        "bloodgroup",
        "blutgruppe",
        "blutdruck",
        "labresult",
        "testresult",
        "laborwert",
        "smoker",
        "smoking",
        "alcohol",
        "raucher",
        "triglycerides",
        "creatinine",
        "hemoglobin",
        "hypertensive",
        "hypertension",
        "leukocytes",
        "platelets",
        "hdl",
        "ldl",
        "crp",
        "sodium",
        "potassium",
        "ferritin",
        "bilirubin",
        "albumin",
        "urea",
        "tsh",
        "vaccinated",
        "vaccination",
        "pacemaker",
        "allergic",
        "allergy",
        "pregnant",
        "oxygensaturation",
        "respirationrate",
        "painscore",
        "vitamind",
    ],
    fits: anything,
};

pub(super) static GENETIC: Label = Label {
    about: About {
        name: "genetic",
        kind: Kind::Genetic,
        noun: "genetic information",
        doc: "a name such as genotype, gene, allele, mutation, DNA",
        accepts: &[("genotype", &["AG", "GG"]), ("BRCA1 mutation", &["true", "false"])],
        rejects: &[("general", &["a", "b"])],
    },
    phrases: &[
        "genotype",
        "gene",
        "allele",
        "mutation",
        "dna",
        "genome",
        "haplotype",
        "chromosome",
        "karyotype",
        "genvariant",
        "geneticvariant",
        "genotyp",
        "adn",
    ],
    fits: anything,
};

fn is_snp(text: &str) -> bool {
    let number = text.strip_prefix("rs").and_then(|rest| digits::digits(rest, b""));
    number.is_some_and(|digits| digits[0] != 0 && digits.len() <= 12)
}

fn is_doid(text: &str) -> bool {
    text.strip_prefix("DOID:").and_then(|rest| digits::digits(rest, b"")).is_some()
}

/// Whether each character is a capital letter where the pattern has one and a digit where it has a digit.
fn is_shape(text: &str, pattern: &str) -> bool {
    text.bytes()
        .zip(pattern.bytes())
        .all(|(byte, wanted)| if wanted == b'0' { byte.is_ascii_digit() } else { byte.is_ascii_uppercase() })
}

fn is_icd_10(text: &str) -> bool {
    let compact = text.replacen('.', "", 1);
    let dot_is_fourth = text.find('.').is_none_or(|at| at == 3 && text.len() > 4);
    let bytes = compact.as_bytes();
    dot_is_fourth
        && (3..=7).contains(&bytes.len())
        && bytes[0].is_ascii_uppercase()
        && bytes[1].is_ascii_digit()
        && bytes[2..].iter().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
        && bytes[2..].iter().filter(|byte| byte.is_ascii_uppercase()).count() <= 3
}

fn is_icd_9(text: &str) -> bool {
    let rest = text.strip_prefix(['V', 'E']).unwrap_or(text);
    let (category, detail) = rest.split_once('.').unwrap_or((rest, "0"));
    let digits_only = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    (1..=5).contains(&category.len())
        && (1..=2).contains(&detail.len())
        && digits_only(category)
        && digits_only(detail)
}
