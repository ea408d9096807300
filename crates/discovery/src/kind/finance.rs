//! Payment cards, bank accounts, and what records earn.

use super::detector::{About, Label, Shape, anything};
use super::{Kind, digits};

pub(super) static PAYMENT_CARD: Shape = Shape {
    about: About {
        name: "payment-card",
        kind: Kind::PaymentCard,
        noun: "a payment card number",
        doc: "13 to 19 digits of a known issuer with a valid Luhn check digit; eight values where the name does not \
              say so, because one number in ten has a valid check digit",
        accepts: &[
            ("card_number", &["4111 1111 1111 1111", "5555-5555-5555-4444"]),
            (
                "n",
                &[
                    "4111111111111111",
                    "4012888888881881",
                    "4222222222222",
                    "5555555555554444",
                    "5105105105105100",
                    "378282246310005",
                    "371449635398431",
                    "6011111111111117",
                    "30569309025904",
                    "3530111333300000",
                ],
            ),
        ],
        rejects: &[
            ("n", &["4111111111111111", "4012888888881881"]),
            ("card", &["4111111111111112", "4012888888881882"]),
            ("imei", &["490154203237518", "356938035643809"]),
        ],
    },
    hints: &["card", "cardnumber", "creditcard", "ccnumber", "pan", "kreditkarte", "kartennummer"],
    hinted: is_card,
    alone: Some((is_card, 8)),
    trust_name: false,
};

pub(super) static IBAN: Shape = Shape {
    about: About {
        name: "iban",
        kind: Kind::Iban,
        noun: "an IBAN",
        doc: "a country, the length that country uses, and check digits that leave 1 modulo 97 (ISO 13616)",
        accepts: &[
            ("konto", &["DE89 3704 0044 0532 0130 00", "GB29NWBK60161331926819"]),
            ("iban", &["FR1420041010050500013M02606", "NL91ABNA0417164300"]),
        ],
        rejects: &[
            ("konto", &["DE88370400440532013000", "GB29NWBK6016133192681"]),
            ("code", &["XX89370400440532013000"]),
        ],
    },
    hints: &["iban"],
    hinted: is_iban,
    alone: Some((is_iban, 1)),
    trust_name: true,
};

pub(super) static INCOME: Label = Label {
    about: About {
        name: "income",
        kind: Kind::Income,
        noun: "an income or fortune",
        doc: "a name such as salary, income, wage, Gehalt, salaire, sueldo",
        accepts: &[
            ("annual_salary", &["50000", "72000.50"]),
            ("Income", &["<=50K", ">50K"]),
            ("Gehalt", &[]),
        ],
        rejects: &[("payload", &["1", "2"]), ("incoming", &["1"])],
    },
    phrases: &[
        "salary",
        "income",
        "wage",
        "earning",
        "=pay",
        "capitalgain",
        "capitalloss",
        "networth",
        "creditscore",
        "gehalt",
        "einkommen",
        "lohn",
        "vermoegen",
        "salaire",
        "revenu",
        "sueldo",
        "salario",
        "ingreso",
        "stipendio",
        "reddito",
        "salaris",
        "inkomen",
        "bonus",
        "debt",
    ],
    fits: anything,
};

fn is_card(text: &str) -> bool {
    digits::digits(text, b" -").is_some_and(|digits| {
        (13..=19).contains(&digits.len()) && is_issued(&digits) && digits::luhn(&digits)
    })
}

/// Whether an issuer gives out numbers that start so and have this length.
fn is_issued(card: &[u8]) -> bool {
    let length = card.len();
    match digits::number(&card[..4]) {
        4_000..=4_999 => matches!(length, 13 | 16 | 19),
        3_400..=3_499 | 3_700..=3_799 => length == 15,
        5_100..=5_599 | 2_221..=2_720 => length == 16,
        3_000..=3_059 | 3_600..=3_699 | 3_800..=3_999 => (14..=19).contains(&length),
        3_528..=3_589 | 6_011 | 6_200..=6_299 | 6_440..=6_599 => (16..=19).contains(&length),
        5_000..=5_099 | 5_600..=5_899 | 6_300..=6_399 | 6_700..=6_799 => (13..=19).contains(&length),
        _ => false,
    }
}

fn is_iban(text: &str) -> bool {
    let compact: Vec<u8> =
        text.bytes().filter(|&byte| byte != b' ').map(|b| b.to_ascii_uppercase()).collect();
    let &[first, second, ..] = &compact[..] else { return false };
    let known = IBAN_LENGTHS
        .iter()
        .any(|(country, length)| country.as_bytes() == [first, second] && compact.len() == *length);
    known
        && compact[2..4].iter().all(u8::is_ascii_digit)
        && compact.iter().all(u8::is_ascii_alphanumeric)
        && compact[4..].iter().chain(&compact[..4]).fold(0u32, |rest, &byte| match byte {
            b'0'..=b'9' => (rest * 10 + u32::from(byte - b'0')) % 97,
            _ => (rest * 100 + u32::from(byte - b'A') + 10) % 97,
        }) == 1
}

/// The length of an IBAN in each country that uses them.
#[rustfmt::skip]
const IBAN_LENGTHS: [(&str, usize); 76] = [
    ("AD", 24), ("AE", 23), ("AL", 28), ("AT", 20), ("AZ", 28), ("BA", 20), ("BE", 16), ("BG", 22), ("BH", 22),
    ("BR", 29), ("BY", 28), ("CH", 21), ("CR", 22), ("CY", 28), ("CZ", 24), ("DE", 22), ("DK", 18), ("DO", 28),
    ("EE", 20), ("EG", 29), ("ES", 24), ("FI", 18), ("FO", 18), ("FR", 27), ("GB", 22), ("GE", 22), ("GI", 23),
    ("GL", 18), ("GR", 27), ("GT", 28), ("HR", 21), ("HU", 28), ("IE", 22), ("IL", 23), ("IQ", 23), ("IS", 26),
    ("IT", 27), ("JO", 30), ("KW", 30), ("KZ", 20), ("LB", 28), ("LC", 32), ("LI", 21), ("LT", 20), ("LU", 20),
    ("LV", 21), ("LY", 25), ("MC", 27), ("MD", 24), ("ME", 22), ("MK", 19), ("MR", 27), ("MT", 31), ("MU", 30),
    ("NL", 18), ("NO", 15), ("PK", 24), ("PL", 28), ("PS", 29), ("PT", 25), ("QA", 29), ("RO", 24), ("RS", 22),
    ("SA", 24), ("SC", 31), ("SD", 18), ("SE", 24), ("SI", 19), ("SK", 24), ("SM", 27), ("ST", 25), ("SV", 28),
    ("TN", 24), ("TR", 26), ("UA", 29), ("VA", 22),
];
