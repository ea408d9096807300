//! Texts within some edits of what a label shows.

use super::{Found, Sorted};
use crate::label::{Mask, mask::HIDDEN};

/// A part of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    /// This character.
    Letter(char),
    /// Any one character.
    Any,
    /// Any one character, or none.
    AtMostOne,
    /// Any characters, or none.
    Rest,
}

/// A set of texts to which the fewest edits are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern(Vec<Token>);

impl Pattern {
    /// One text.
    pub(super) fn exactly(text: &str) -> Self {
        Self(text.chars().map(Token::Letter).collect())
    }

    /// Every text that begins so.
    pub(super) fn beginning(text: &str) -> Self {
        Self(text.chars().map(Token::Letter).chain([Token::Rest]).collect())
    }

    /// The texts that a mask holds: together, those of all patterns.
    pub(super) fn of_mask(mask: &Mask) -> Vec<Self> {
        let letters = |shown: &str| shown.chars().map(Token::Letter).collect::<Vec<_>>();
        let hidden =
            |shown: &str, most: usize| vec![Token::AtMostOne; most.saturating_sub(shown.chars().count())];
        match mask {
            Mask::Prefix(shown, most) => vec![Self([letters(shown), hidden(shown, *most)].concat())],
            Mask::Suffix(shown, most) => vec![Self([hidden(shown, *most), letters(shown)].concat())],
            Mask::Pattern(shown) => {
                let token = |letter: char| if letter == HIDDEN { Token::Any } else { Token::Letter(letter) };
                let tokens: Vec<Token> = shown.chars().map(token).collect();
                // A value that is shorter was padded on one side.
                let mut after = tokens.clone();
                after.iter_mut().rev().take_while(|token| **token == Token::Any).for_each(loosen);
                let mut before = tokens;
                before.iter_mut().take_while(|token| **token == Token::Any).for_each(loosen);
                vec![Self(after), Self(before)]
            }
        }
    }

    /// The fewest edits from no text to a text of each beginning of the pattern.
    fn first_row(&self) -> Vec<u32> {
        let mut row = Vec::with_capacity(self.0.len() + 1);
        row.push(0);
        for token in &self.0 {
            let edit = u32::from(matches!(token, Token::Letter(_) | Token::Any));
            row.push(row[row.len() - 1] + edit);
        }
        row
    }

    /// The same from a text with one more letter.
    fn next_row(&self, row: &[u32], letter: char) -> Vec<u32> {
        let mut next = Vec::with_capacity(row.len());
        next.push(row[0] + 1);
        for (at, token) in self.0.iter().enumerate() {
            let (skipped, taken) = (next[at], row[at]);
            let added = row[at + 1] + 1;
            next.push(match token {
                Token::Letter(own) => (taken + u32::from(*own != letter)).min(skipped + 1).min(added),
                Token::Any => taken.min(skipped + 1).min(added),
                Token::AtMostOne => taken.min(skipped).min(added),
                Token::Rest => row[at + 1].min(skipped),
            });
        }
        next
    }

    /// Adds every text within so many edits of one in the set.
    ///
    /// **Cost**: a row of the distances for each different beginning that is still within the distance: texts are sorted, so
    /// those that begin alike share rows, and those that begin too far away are skipped together.
    pub(super) fn find(&self, texts: &Sorted<&str>, most: u32, found: &mut Found) {
        let mut rows = vec![self.first_row()];
        let mut before: Vec<char> = Vec::new();
        let mut at = 0;
        'texts: while let Some((text, code)) = texts.get(at) {
            let shared = text.chars().zip(&before).take_while(|(one, other)| one == *other).count();
            before.truncate(shared);
            rows.truncate(shared + 1);
            let start = text.char_indices().nth(shared).map_or(text.len(), |(byte, _)| byte);
            for (byte, letter) in text[start..].char_indices() {
                let next = self.next_row(&rows[rows.len() - 1], letter);
                let is_far = next.iter().all(|edits| *edits > most);
                before.push(letter);
                rows.push(next);
                if is_far {
                    let beginning = &text[..start + byte + letter.len_utf8()];
                    at = texts.after(at, |other| other.starts_with(beginning));
                    continue 'texts;
                }
            }
            if rows[rows.len() - 1][self.0.len()] <= most {
                found.push(code);
            }
            at += 1;
        }
    }
}

fn loosen(token: &mut Token) {
    *token = Token::AtMostOne;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found(pattern: &Pattern, texts: &[&str], most: u32) -> Vec<String> {
        let sorted = Sorted::new(texts.iter().zip(0..).map(|(text, code)| (*text, code)).collect());
        let mut found = Found::default();
        pattern.find(&sorted, most, &mut found);
        found.covered().codes().map(|code| texts[code as usize].to_owned()).collect()
    }

    /// Every text over two letters and a longer one that is at most one edit away.
    fn one_edit(text: &str) -> Vec<String> {
        let letters: Vec<char> = text.chars().collect();
        let mut all = vec![text.to_owned()];
        for at in 0..=letters.len() {
            let (head, tail) = letters.split_at(at);
            for letter in ["a", "b", "é"] {
                all.push(head.iter().copied().chain(letter.chars()).chain(tail.iter().copied()).collect());
                if let Some((_, rest)) = tail.split_first() {
                    let rest = rest.iter().copied();
                    all.push(head.iter().copied().chain(letter.chars()).chain(rest.clone()).collect());
                    all.push(head.iter().copied().chain(rest).collect());
                }
            }
        }
        all
    }

    proptest! {
        #[test]
        fn edits_are_those_that_lead_to_a_text_the_label_holds(
            texts in prop::collection::btree_set("[abé]{0,4}", 0..20),
            label in "[abé*]{1,4}",
            most in 0u32..3,
        ) {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let mask = Mask::read(&label);
            let patterns = mask.as_ref().map_or_else(|| vec![Pattern::exactly(&label)], Pattern::of_mask);
            let holds = |text: &str| mask.as_ref().map_or(text == label, |mask| mask.holds(text));
            let expected: Vec<String> = texts.iter().map(|text| (*text).to_owned()).filter(|text| {
                let mut reached = vec![text.clone()];
                for _ in 0..most {
                    reached = reached.iter().flat_map(|text| one_edit(text)).collect();
                    reached.sort_unstable();
                    reached.dedup();
                }
                reached.iter().any(|text| holds(text))
            }).collect();
            let mut ours: Vec<String> = patterns.iter().flat_map(|one| found(one, &texts, most)).collect();
            ours.sort_unstable();
            ours.dedup();
            prop_assert_eq!(ours, expected);
        }
    }

    #[test]
    fn beginnings_may_have_edits_too() {
        let texts = ["smith", "smyth", "snith", "jones", "s", ""];
        assert_eq!(found(&Pattern::beginning("smi"), &texts, 1), ["smith", "smyth", "snith"]);
        assert_eq!(found(&Pattern::beginning("s"), &texts, 1).len(), 6);
    }
}
