//! Numbers that states give to records. Only those whose check digits or invalid ranges are published are recognised
//! by their values; eight values are asked for where the name does not say so, because about one number in ten passes
//! a check digit by chance.

use super::Kind;
use super::detector::{About, Shape};
use super::digits::{exactly, number, weighted};

/// Distinct values that do not all pass a check digit by chance.
const ENOUGH: usize = 8;

pub(super) static US_SSN: Shape = Shape {
    about: About {
        name: "us-ssn",
        kind: Kind::Ssn,
        noun: "a US social security number",
        doc: "3, 2 and 4 digits between dashes outside the ranges that are never given out; without dashes where the \
              name says so",
        accepts: &[
            ("s", &["433-46-1872", "551-31-8713"]),
            ("SSN", &["433461872", "1234567"]),
            ("ssn", &["a", "b", "c"]),
        ],
        rejects: &[
            ("s", &["000-46-1872", "666-31-8713", "900-20-5414", "513-00-4512", "513-72-0000"]),
            ("n", &["433461872", "551318713"]),
        ],
    },
    hints: &["ssn", "socialsecurity", "socialsecuritynumber", "socialsecurityno"],
    hinted: |text| is_ssn(text) || (7..=8).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit()),
    alone: Some((|text| text.as_bytes().get(3) == Some(&b'-') && is_ssn(text), 1)),
    trust_name: true,
};

pub(super) static GERMAN_TAX_ID: Shape = Shape {
    about: About {
        name: "german-tax-id",
        kind: Kind::NationalId,
        noun: "a German tax number",
        doc: "11 digits, one digit of the first ten two or three times, and a check digit by ISO 7064 MOD 11,10",
        accepts: &[("steuer_id", &["86095742719", "47036892816"]), ("IdNr", &["65 929 970 489"])],
        rejects: &[("steuer_id", &["86095742718", "12345678901"]), ("n", &["86095742719", "47036892816"])],
    },
    hints: &["steuerid", "steuernummer", "steueridentifikationsnummer", "idnr", "tin", "taxid"],
    hinted: is_german_tax_id,
    alone: Some((is_german_tax_id, ENOUGH)),
    trust_name: false,
};

pub(super) static FRENCH_NIR: Shape = Shape {
    about: About {
        name: "french-nir",
        kind: Kind::NationalId,
        noun: "a French social security number",
        doc: "13 characters for sex, birth and place, and a key of 97 minus their remainder by 97",
        accepts: &[("nir", &["255081416802538", "2 55 08 14 168 025 38"])],
        rejects: &[("nir", &["255081416802539", "955081416802538"]), ("n", &["255081416802538"])],
    },
    hints: &["nir", "insee", "securitesociale", "numerosecuritesociale", "numsecu"],
    hinted: is_nir,
    alone: Some((is_nir, 3)),
    trust_name: false,
};

pub(super) static UK_NHS: Shape = Shape {
    about: About {
        name: "uk-nhs",
        kind: Kind::NationalId,
        noun: "an NHS number",
        doc: "10 digits of which the last makes the weighted sum divisible by 11",
        accepts: &[("nhs_number", &["943 476 5919", "9434765870"])],
        rejects: &[("nhs_number", &["9434765918", "9434765871"]), ("n", &["9434765919", "9434765870"])],
    },
    hints: &["nhs", "nhsnumber", "nhsno"],
    hinted: is_nhs,
    alone: Some((is_nhs, ENOUGH)),
    trust_name: true,
};

pub(super) static SPANISH_DNI: Shape = Shape {
    about: About {
        name: "spanish-dni",
        kind: Kind::NationalId,
        noun: "a Spanish DNI or NIE",
        doc: "8 digits, or X, Y or Z and 7 digits, and the letter that their remainder by 23 chooses",
        accepts: &[
            ("dni", &["12345678Z", "X1234567L"]),
            ("documento", &["12345678Z", "X1234567L", "00000000T"]),
        ],
        rejects: &[("dni", &["12345678A", "1234567Z"])],
    },
    hints: &["dni", "nie", "nif"],
    hinted: is_dni,
    alone: Some((is_dni, 3)),
    trust_name: false,
};

pub(super) static DUTCH_BSN: Shape = Shape {
    about: About {
        name: "dutch-bsn",
        kind: Kind::NationalId,
        noun: "a Dutch BSN",
        doc: "9 digits that pass the eleven test",
        accepts: &[("bsn", &["111222333", "123456782"])],
        rejects: &[("bsn", &["111222334", "123456789"]), ("n", &["111222333", "123456782"])],
    },
    hints: &["bsn", "burgerservicenummer", "sofinummer"],
    hinted: is_bsn,
    alone: Some((is_bsn, ENOUGH)),
    trust_name: true,
};

pub(super) static POLISH_PESEL: Shape = Shape {
    about: About {
        name: "polish-pesel",
        kind: Kind::NationalId,
        noun: "a PESEL",
        doc: "11 digits with a date of birth and a check digit by the weights 1, 3, 7, 9",
        accepts: &[("pesel", &["44051401359", "02070803628"])],
        rejects: &[("pesel", &["44051401358", "44991401359"]), ("n", &["44051401359"])],
    },
    hints: &["pesel"],
    hinted: is_pesel,
    alone: Some((is_pesel, ENOUGH)),
    trust_name: true,
};

fn is_ssn(text: &str) -> bool {
    let parts = match text.split('-').map(str::len).collect::<Vec<_>>()[..] {
        [3, 2, 4] | [9] => exactly::<9>(text, b"-"),
        _ => None,
    };
    parts.is_some_and(|digits| {
        let (area, group, serial) = (number(&digits[..3]), number(&digits[3..5]), number(&digits[5..]));
        area != 0 && area != 666 && area < 900 && group != 0 && serial != 0
    })
}

fn is_german_tax_id(text: &str) -> bool {
    exactly::<11>(text, b" ").is_some_and(|digits| {
        let mut times = [0u32; 10];
        digits[..10].iter().for_each(|&digit| times[usize::from(digit)] += 1);
        let repeated: Vec<u32> = times.into_iter().filter(|&count| count > 1).collect();
        let product = digits[..10].iter().fold(10, |product, &digit| {
            let sum = (u32::from(digit) + product) % 10;
            (if sum == 0 { 10 } else { sum }) * 2 % 11
        });
        digits[0] != 0 && matches!(repeated[..], [2 | 3]) && (11 - product) % 10 == u32::from(digits[10])
    })
}

fn is_nir(text: &str) -> bool {
    let compact: String = text.chars().filter(|&c| c != ' ').map(|c| c.to_ascii_uppercase()).collect();
    // Corsica's departments are written with a letter and count as 19 and 18.
    let numeric = match compact.as_bytes().get(5..7) {
        Some(b"2A") => compact.replacen("2A", "19", 1),
        Some(b"2B") => compact.replacen("2B", "18", 1),
        _ => compact,
    };
    exactly::<15>(&numeric, b"").is_some_and(|digits| {
        matches!(digits[0], 1..=4 | 7 | 8) && number(&digits[13..]) == 97 - number(&digits[..13]) % 97
    })
}

fn is_nhs(text: &str) -> bool {
    exactly::<10>(text, b" -").is_some_and(|digits| {
        let check = 11 - weighted(&digits[..9], &[10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11;
        digits.iter().any(|&digit| digit != 0) && check % 11 == u32::from(digits[9])
    })
}

fn is_dni(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (Some(&first), Some(letter), 9) = (bytes.first(), bytes.last(), bytes.len()) else { return false };
    let numeric = match first {
        b'X' | b'Y' | b'Z' => text.get(1..8).map(|rest| format!("{}{rest}", first - b'X')),
        _ => text.get(..8).map(str::to_owned),
    };
    numeric.and_then(|n| exactly::<8>(&n, b"")).is_some_and(|digits| {
        b"TRWAGMYFPDXBNJZSQVHLCKE"[(number(&digits) % 23) as usize] == letter.to_ascii_uppercase()
    })
}

fn is_bsn(text: &str) -> bool {
    exactly::<9>(text, b".").is_some_and(|digits| {
        let sum = weighted(&digits[..8], &[9, 8, 7, 6, 5, 4, 3, 2]);
        sum > 0 && sum % 11 == u32::from(digits[8])
    })
}

fn is_pesel(text: &str) -> bool {
    exactly::<11>(text, b"").is_some_and(|digits| {
        let (month, day) = (number(&digits[2..4]) % 20, number(&digits[4..6]));
        let sum = weighted(&digits, &[1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]);
        (1..=12).contains(&month) && (1..=31).contains(&day) && sum.is_multiple_of(10)
    })
}
