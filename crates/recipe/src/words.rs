//! Choices that users spell as a word.

use lethe_data::similar::closest;

/// A closed choice, each alternative with the word that users write for it.
pub trait Word: Copy + 'static {
    /// What the choice is about, as messages call it.
    const KIND: &'static str;

    /// Every alternative.
    fn all() -> Vec<Self>;

    /// The word that users write.
    fn word(self) -> &'static str;

    /// The alternative that a word stands for; otherwise what to show the user.
    fn from_word(word: &str) -> Result<Self, String> {
        let found = Self::all().into_iter().find(|alternative| alternative.word() == word);
        found.ok_or_else(|| unknown_word(Self::KIND, word, &names::<Self>()))
    }
}

/// The words of a choice.
pub fn names<W: Word>() -> Vec<&'static str> {
    W::all().into_iter().map(W::word).collect()
}

/// Finds a word in a list of names; otherwise what to show the user.
pub(crate) fn look_up(kind: &str, word: &str, names: &[&'static str]) -> Result<&'static str, String> {
    names.iter().find(|known| **known == word).copied().ok_or_else(|| unknown_word(kind, word, names))
}

fn unknown_word(kind: &str, word: &str, names: &[&'static str]) -> String {
    let shown = word.replace(char::is_control, "\u{fffd}");
    unknown(&format!("unknown {kind} '{shown}'"), word, names.iter().copied())
}

/// Says that a word is not known, and which one was perhaps meant or which ones there are.
pub(crate) fn unknown<'a>(problem: &str, word: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    // Any two names of one or two letters are a slip apart: 't' is no misspelling of 'k'.
    let meant = if word.chars().count() > 2 { closest(word, known.clone()) } else { None };
    match meant {
        Some(meant) => format!("{problem}; did you mean '{meant}'?"),
        None => format!("{problem}; expected one of {}", known.collect::<Vec<_>>().join(", ")),
    }
}

/// Declares an enum whose alternatives are words, so that names, parsing, reports and messages come from one list.
#[macro_export]
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

        impl $crate::Word for $name {
            const KIND: &'static str = $kind;

            fn all() -> Vec<Self> {
                vec![$(Self::$alternative),+]
            }

            fn word(self) -> &'static str {
                self.name()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;
            fn from_str(text: &str) -> Result<Self, String> {
                $crate::Word::from_word(text)
            }
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }
    };
}
