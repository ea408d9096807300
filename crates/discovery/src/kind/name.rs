//! Column names as words.
//!
//! `dateOfBirth`, `DATE_OF_BIRTH`, `date-of-birth` and `dateofbirth` say the same, and so do `Straße` and `strasse`,
//! or `prénom` and `prenom`. Names are cut into lower-case words without accents, and a phrase matches when some
//! neighbouring words, written together, are the phrase. Words count as a whole: `page` is no `age`.

/// The words of a column's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnName {
    /// All words written together, without numbers at the end.
    whole: String,
    /// Neighbouring words written together, every start and length.
    joined: Vec<String>,
}

/// The most neighbouring words that can be one phrase.
const LONGEST_PHRASE: usize = 5;

impl ColumnName {
    /// Cuts a name into words: at everything that is no letter or digit, between letters and digits, and where the
    /// case shows a new word (`patientID`, `SSNNumber`).
    pub fn parse(name: &str) -> Self {
        let words = cut(name);
        let is_number = |word: &&String| word.bytes().all(|byte| byte.is_ascii_digit());
        let end = words.len() - words.iter().rev().take_while(is_number).count();
        let longest = LONGEST_PHRASE.min(words.len());
        Self {
            whole: words[..end].concat(),
            joined: (1..=longest).flat_map(|length| words.windows(length).map(<[String]>::concat)).collect(),
        }
    }

    /// Whether one of the phrases occurs, also with a plural `s`. Phrases are written without spaces; one that starts
    /// with `=` must be the whole name, apart from a number at its end.
    pub fn has(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| match phrase.strip_prefix('=') {
            Some(phrase) => same(&self.whole, phrase),
            None => self.joined.iter().any(|joined| same(joined, phrase)),
        })
    }

    /// Whether a word of `first` is followed by one of `second`, together or apart: `patient no`, `patientno`.
    pub fn has_pair(&self, first: &[&str], second: &[&str]) -> bool {
        self.joined.iter().any(|joined| {
            first.iter().any(|start| joined.strip_prefix(start).is_some_and(|end| second.contains(&end)))
        })
    }
}

fn cut(name: &str) -> Vec<String> {
    let characters: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (index, &character) in characters.iter().enumerate() {
        if is_accent(character) {
            fold_accent(character, words.last_mut());
            continue;
        }
        let before = index.checked_sub(1).map(|i| characters[i]);
        let after = characters.get(index + 1).copied();
        if !character.is_alphanumeric() || starts_word(before, character, after) {
            words.push(String::new());
        }
        if let (true, Some(word)) = (character.is_alphanumeric(), words.last_mut()) {
            fold(character, word);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn same(joined: &str, phrase: &str) -> bool {
    joined == phrase || (phrase.len() > 3 && joined.strip_suffix('s') == Some(phrase))
}

fn starts_word(before: Option<char>, here: char, after: Option<char>) -> bool {
    let Some(before) = before else { return false };
    (before.is_lowercase() && here.is_uppercase())
        || (before.is_uppercase() && here.is_uppercase() && after.is_some_and(char::is_lowercase))
        || (before.is_alphabetic() && here.is_numeric())
        || (before.is_numeric() && here.is_alphabetic())
}

/// Whether a character is an accent that combines with the letter before it.
fn is_accent(character: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&character)
}

fn fold_accent(accent: char, word: Option<&mut String>) {
    if let (Some(word), '\u{308}') = (word, accent)
        && word.ends_with(['a', 'o', 'u'])
    {
        word.push('e');
    }
}

fn fold(character: char, word: &mut String) {
    for lower in character.to_lowercase() {
        match lower {
            'ä' | 'æ' => word.push_str("ae"),
            'ö' | 'œ' => word.push_str("oe"),
            'ü' => word.push_str("ue"),
            'ß' => word.push_str("ss"),
            'à' | 'á' | 'â' | 'ã' | 'å' | 'ą' => word.push('a'),
            'ç' | 'ć' | 'č' => word.push('c'),
            'è' | 'é' | 'ê' | 'ë' | 'ę' | 'ě' => word.push('e'),
            'ì' | 'í' | 'î' | 'ï' => word.push('i'),
            'ł' => word.push('l'),
            'ñ' | 'ń' => word.push('n'),
            'ò' | 'ó' | 'ô' | 'õ' | 'ø' => word.push('o'),
            'ś' | 'š' => word.push('s'),
            'ù' | 'ú' | 'û' | 'ů' => word.push('u'),
            'ý' => word.push('y'),
            'ź' | 'ż' | 'ž' => word.push('z'),
            other if !is_accent(other) => word.push(other),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(name: &str) -> String {
        cut(name).join(" ")
    }

    #[test]
    fn names_are_cut_at_separators_case_and_digits() {
        for (name, expected) in [
            ("date_of_birth", "date of birth"),
            ("dateOfBirth", "date of birth"),
            ("DATE-OF-BIRTH", "date of birth"),
            ("patientID", "patient id"),
            ("SSNNumber", "ssn number"),
            ("address1", "address 1"),
            ("Straße Nr.", "strasse nr"),
            ("prénom", "prenom"),
            ("pre\u{301}nom", "prenom"),
            ("größe", "groesse"),
            ("gro\u{308}ße", "groesse"),
            ("  ", ""),
        ] {
            assert_eq!(words(name), expected, "{name}");
        }
    }

    #[test]
    fn phrases_match_whole_words_only() {
        let has = |name: &str, phrase: &str| ColumnName::parse(name).has(&[phrase]);
        assert!(has("Date_Of_Birth", "dateofbirth") && has("dateofbirth", "dateofbirth"));
        assert!(has("patient_age", "age") && !has("page", "age") && !has("percentage", "age"));
        assert!(has("names", "name") && !has("ages", "age"));
        assert!(has("name", "=name") && has("Name 2", "=name") && !has("file_name", "=name"));
        assert!(ColumnName::parse("patient_no").has_pair(&["patient"], &["no", "id"]));
        assert!(ColumnName::parse("PatientId").has_pair(&["patient"], &["no", "id"]));
        assert!(!ColumnName::parse("patient_type_id").has_pair(&["patient"], &["no", "id"]));
    }
}
