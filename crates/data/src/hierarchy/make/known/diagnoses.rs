//! The chapters of the International Classification of Diseases, tenth revision (WHO).

/// The first and the last category of each chapter, and how it is called.
const CHAPTERS: [(&str, &str, &str); 22] = [
    ("A00", "B99", "A00-B99"),
    // D49 is a category of clinical modifications; the WHO's chapter ends with D48.
    ("C00", "D49", "C00-D48"),
    ("D50", "D89", "D50-D89"),
    ("E00", "E90", "E00-E90"),
    ("F00", "F99", "F00-F99"),
    ("G00", "G99", "G00-G99"),
    ("H00", "H59", "H00-H59"),
    ("H60", "H95", "H60-H95"),
    ("I00", "I99", "I00-I99"),
    ("J00", "J99", "J00-J99"),
    ("K00", "K95", "K00-K93"),
    ("L00", "L99", "L00-L99"),
    ("M00", "M99", "M00-M99"),
    ("N00", "N99", "N00-N99"),
    ("O00", "O99", "O00-O99"),
    ("P00", "P96", "P00-P96"),
    ("Q00", "Q99", "Q00-Q99"),
    ("R00", "R99", "R00-R99"),
    ("S00", "T98", "S00-T98"),
    ("U00", "U99", "U00-U99"),
    ("V01", "Y99", "V01-Y98"),
    ("Z00", "Z99", "Z00-Z99"),
];

/// The category of a code and its chapter; `None` for what is no code.
pub(super) fn place(value: &str) -> Option<(String, &'static str)> {
    let code: String = value.trim().chars().take(3).collect::<String>().to_ascii_uppercase();
    let bytes = code.as_bytes();
    let is_code = bytes.len() == 3
        && bytes[0].is_ascii_uppercase()
        && bytes[1].is_ascii_digit()
        && bytes[2].is_ascii_alphanumeric();
    let rest = value.trim().chars().nth(3);
    if !is_code || rest.is_some_and(|next| next != '.' && !next.is_ascii_alphanumeric()) {
        return None;
    }
    let chapter = CHAPTERS.iter().find(|(first, last, _)| (*first..=*last).contains(&code.as_str()))?.2;
    Some((code, chapter))
}
