//! Choices that users spell as a word.

use lethe_data::similar::closest;

/// A closed choice, each alternative with the word that users write for it.
pub(super) trait Word: Copy + 'static {
    /// What the choice is about, as messages call it.
    const KIND: &'static str;
    /// Every alternative with its word.
    const WORDS: &'static [(&'static str, Self)];

    /// The alternative that a word stands for; otherwise what to tell the user.
    fn from_word(word: &str) -> Result<Self, String> {
        look_up(Self::KIND, word, Self::WORDS).map(|(_, alternative)| *alternative)
    }
}

/// Finds a word in a list of names; otherwise what to tell the user.
pub(super) fn look_up<'a, T>(
    kind: &str,
    word: &str,
    names: &'a [(&'static str, T)],
) -> Result<&'a (&'static str, T), String> {
    names.iter().find(|(known, _)| *known == word).ok_or_else(|| {
        let shown = word.replace(char::is_control, "\u{fffd}");
        unknown(&format!("unknown {kind} '{shown}'"), word, names.iter().map(|(known, _)| *known))
    })
}

/// Says that a word is not known, and which one was perhaps meant or which ones there are.
pub(super) fn unknown<'a>(problem: &str, word: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    // Any two names of one or two letters are a slip apart: 't' is no misspelling of 'k'.
    let meant = if word.chars().count() > 2 { closest(word, known.clone()) } else { None };
    match meant {
        Some(meant) => format!("{problem}; did you mean '{meant}'?"),
        None => format!("{problem}; expected one of {}", known.collect::<Vec<_>>().join(", ")),
    }
}

/// Declares an enum whose alternatives are words, so that names, parsing, reports and messages come from one list.
macro_rules! words {
    (
        $(#[$about:meta])*
        pub enum $name:ident is $kind:literal {
            $($(#[$about_one:meta])* $alternative:ident = $word:literal,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$about_one])* $alternative,)+
        }

        impl $name {
            /// Every alternative with the name users write.
            pub const NAMES: &'static [(&'static str, Self)] = &[$(($word, Self::$alternative)),+];

            /// The name users write.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$alternative => $word,)+
                }
            }
        }

        impl super::words::Word for $name {
            const KIND: &'static str = $kind;
            const WORDS: &'static [(&'static str, Self)] = Self::NAMES;
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;
            fn from_str(text: &str) -> Result<Self, String> {
                super::words::Word::from_word(text)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }
    };
}
pub(super) use words;
