//! Ways to reach a person: e-mail, telephone, web pages.

use super::detector::{About, Shape};
use super::{Kind, digits};

pub(super) static EMAIL: Shape = Shape {
    about: About {
        name: "email",
        kind: Kind::Email,
        noun: "an e-mail address",
        doc: "a local part, one @ and a domain with a dot",
        accepts: &[
            ("contact", &["ada@example.org", "b.c+d@mail.example.com"]),
            ("email", &["a***@x.org", "b***@y.org", "c***"]),
        ],
        rejects: &[("handle", &["@ada", "@bob", "@eve"]), ("email_verified", &["true", "false"])],
    },
    hints: &["email", "mail", "emailaddress", "courriel", "correo"],
    hinted: is_email,
    alone: Some((is_email, 1)),
    trust_name: true,
};

pub(super) static PHONE: Shape = Shape {
    about: About {
        name: "phone",
        kind: Kind::Phone,
        noun: "a telephone or fax number",
        doc: "an international number with +, a formatted North American number, or 7 to 15 digits where the name \
              says so",
        accepts: &[
            ("contact", &["+49 30 901820", "+1 (212) 555-0100"]),
            ("c", &["(212) 555-0100", "646-555-0101", "212.555.0199"]),
            ("phone", &["2125550100", "6465550101"]),
            ("Fax-Nr.", &["030/901820", "030/901821"]),
        ],
        rejects: &[
            ("id", &["2125550100", "2125550101", "2125550102"]),
            ("phone_calls", &["3", "14", "0"]),
            ("day", &["2020-11-23", "2020-11-24"]),
        ],
    },
    hints: &[
        "phone",
        "telephone",
        "tel",
        "mobile",
        "cellphone",
        "fax",
        "telefon",
        "handy",
        "mobil",
        "telefono",
        "movil",
        "telefoon",
        "phonenumber",
        "telefonnummer",
        "cellulare",
        "telefax",
    ],
    hinted: is_any_phone,
    alone: Some((is_formatted_phone, 2)),
    trust_name: false,
};

pub(super) static URL: Shape = Shape {
    about: About {
        name: "url",
        kind: Kind::Url,
        noun: "a web address",
        doc: "a scheme and a host, or a host that starts with www.",
        accepts: &[
            ("link", &["https://example.org/~ada", "http://example.com"]),
            ("w", &["www.example.org"]),
        ],
        rejects: &[("ratio", &["a://", "see http://example.org for more"]), ("host", &["example"])],
    },
    hints: &["url", "website", "homepage", "webpage"],
    hinted: |text| is_url(text) || (text.contains('.') && !text.contains(char::is_whitespace)),
    alone: Some((is_url, 1)),
    trust_name: false,
};

fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else { return false };
    let part = |c: char| c.is_alphanumeric() || "!#$%&'*+/=?^_`{|}~-.".contains(c);
    let label = |l: &str| !l.is_empty() && l.chars().all(|c| c.is_alphanumeric() || c == '-');
    !local.is_empty() && local.chars().all(part) && domain.contains('.') && domain.split('.').all(label)
}

fn is_formatted_phone(text: &str) -> bool {
    match text.strip_prefix('+') {
        Some(rest) => phone_digits(rest).is_some_and(|d| (8..=15).contains(&d.len()) && d[0] != 0),
        None => is_north_american(text),
    }
}

fn is_any_phone(text: &str) -> bool {
    let number = text.strip_prefix('+').unwrap_or(text);
    phone_digits(number).is_some_and(|digits| (7..=15).contains(&digits.len()))
}

/// Digits with the marks that users write between them.
fn phone_digits(text: &str) -> Option<Vec<u8>> {
    let written = text.bytes().all(|byte| byte.is_ascii_digit() || b" -./()".contains(&byte));
    let marks = text.bytes().filter(|byte| !byte.is_ascii_digit()).count();
    (written && marks <= 8 && text.len() <= 24)
        .then(|| text.bytes().filter(u8::is_ascii_digit).map(|byte| byte - b'0').collect())
}

/// `(212) 555-0100` and the like: area and exchange start with 2 to 9, and marks separate the parts.
fn is_north_american(text: &str) -> bool {
    let (area, rest) = match text.strip_prefix('(') {
        Some(inner) => match inner.split_once(')') {
            Some((area, rest)) => (area, rest.trim_start()),
            None => return false,
        },
        None => match text.split_once(['-', '.']) {
            Some(parts) => parts,
            None => return false,
        },
    };
    let Some((exchange, line)) = rest.split_once(['-', '.']) else { return false };
    let three = |part: &str| digits::exactly::<3>(part, b"").is_some_and(|digits| digits[0] >= 2);
    three(area) && three(exchange) && digits::exactly::<4>(line, b"").is_some()
}

fn is_url(text: &str) -> bool {
    let rest = ["http://", "https://", "ftp://", "HTTP://", "HTTPS://"]
        .iter()
        .find_map(|scheme| text.strip_prefix(scheme))
        .or_else(|| text.strip_prefix("www."));
    rest.is_some_and(|rest| rest.starts_with(char::is_alphanumeric) && !rest.contains(char::is_whitespace))
}
