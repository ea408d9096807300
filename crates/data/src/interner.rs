//! From texts to codes while reading: each distinct text gets the next number.
//!
//! Most cells hold few bytes. While a column has few distinct texts, those of up to fifteen bytes are kept as two
//! integers beside the table and compared at once, without touching the arena. Hashes only choose where to look: a
//! code is given out again only when the texts are equal.

use crate::arena::TextArena;
use crate::hash::{load_short, spread, spread_bytes};

/// The longest text whose bytes and length fit a tag.
const SHORT: usize = 15;
/// Beyond so many distinct texts a column is nearly unique: tags would cost memory and hardly ever be looked at.
const TAGGED: usize = 1 << 16;
const EMPTY: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    code: u32,
}

const VACANT: Slot = Slot { hash: 0, code: EMPTY };

/// A short text as two integers: its bytes, zero-padded, and its length in the last byte. No long text has such a
/// tag, because their last byte is beyond any length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tag(u64, u64);

impl Tag {
    const LONG: Self = Self(0, u64::MAX);

    #[inline]
    fn of(bytes: &[u8]) -> Self {
        let len = (bytes.len() as u64) << 56;
        if bytes.len() <= 8 {
            Self(load_short(bytes), len)
        } else if bytes.len() <= SHORT {
            Self(load_short(&bytes[..8]), load_short(&bytes[8..]) | len)
        } else {
            Self::LONG
        }
    }
}

/// Numbers distinct texts from zero in order of first occurrence.
#[derive(Clone, Debug)]
pub struct Interner {
    slots: Vec<Slot>,
    /// The tag of each code, while they are kept.
    tags: Vec<Tag>,
    arena: TextArena,
    /// Whether the tags are values of 64 bits, and not texts.
    is_exact: bool,
}

impl Default for Interner {
    fn default() -> Self {
        Self { slots: vec![VACANT; 64], tags: Vec::new(), arena: TextArena::default(), is_exact: false }
    }
}

impl Interner {
    /// The code of a text given as bytes.
    ///
    /// **Errors**: the bytes are not UTF-8. Only texts not seen before are checked, as equal bytes were checked then.
    #[inline]
    pub fn intern_bytes(&mut self, bytes: &[u8]) -> Result<u32, std::str::Utf8Error> {
        let tag = Tag::of(bytes);
        let hash = fold(if tag == Tag::LONG { spread_bytes(bytes) } else { spread(tag.0 ^ spread(tag.1)) });
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.code == EMPTY {
                let text = std::str::from_utf8(bytes)?;
                return Ok(self.insert(at, hash, tag, text, self.arena.len() < TAGGED));
            }
            if slot.hash == hash {
                let same = match self.tags.get(slot.code as usize) {
                    Some(&known) if known != Tag::LONG => known == tag,
                    _ => self.arena.get(slot.code as usize).as_bytes() == bytes,
                };
                if same {
                    return Ok(slot.code);
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// The code of a text.
    pub fn intern(&mut self, text: &str) -> u32 {
        // A `str` is UTF-8 by its type, so the check cannot fail.
        self.intern_bytes(text.as_bytes()).unwrap_or(EMPTY)
    }

    /// The code of a value that 64 bits describe fully; `write` makes its text when it is new. An interner is used
    /// with either this method or the text methods, never both.
    #[inline]
    pub fn intern_exact(&mut self, value: u64, write: impl FnOnce() -> String) -> u32 {
        let tag = Tag(value, 0);
        let hash = fold(spread(value));
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.code == EMPTY {
                self.is_exact = true;
                return self.insert(at, hash, tag, &write(), true);
            }
            if slot.hash == hash && self.tags[slot.code as usize] == tag {
                return slot.code;
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn insert(&mut self, at: usize, hash: u32, tag: Tag, text: &str, keep_tag: bool) -> u32 {
        let code = self.arena.push(text) as u32;
        self.slots[at] = Slot { hash, code };
        if keep_tag {
            self.tags.push(tag);
        } else {
            self.tags = Vec::new();
        }
        if self.arena.len() * 3 > self.slots.len() * 2 {
            self.grow();
        }
        code
    }

    fn grow(&mut self) {
        let capacity = self.slots.len() * if self.slots.len() < 1 << 14 { 4 } else { 2 };
        let mask = capacity - 1;
        let old = std::mem::replace(&mut self.slots, vec![VACANT; capacity]);
        for slot in old.into_iter().filter(|slot| slot.code != EMPTY) {
            let mut at = slot.hash as usize & mask;
            while self.slots[at].code != EMPTY {
                at = (at + 1) & mask;
            }
            self.slots[at] = slot;
        }
    }

    /// Adds every text of another interner and returns the code each of its codes has here.
    pub fn absorb(&mut self, other: &TextArena) -> Vec<u32> {
        if self.is_exact {
            // Different values have different texts, so that the numbers stay.
            let own = std::mem::take(self).into_texts();
            self.absorb(&own);
        }
        other.iter().map(|text| self.intern(text)).collect()
    }

    /// The number of distinct texts.
    pub fn len(&self) -> usize {
        self.arena.len()
    }

    /// Whether nothing was interned.
    pub fn is_empty(&self) -> bool {
        self.arena.is_empty()
    }

    /// The bytes held.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot>() + self.tags.capacity() * size_of::<Tag>() + self.arena.bytes()
    }

    /// The texts so far, in code order.
    pub fn texts(&self) -> &TextArena {
        &self.arena
    }

    /// The texts in code order.
    pub fn into_texts(self) -> TextArena {
        self.arena
    }
}

#[inline]
fn fold(hash: u64) -> u32 {
    (hash ^ hash >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        #[test]
        fn codes_equal_a_naive_map_for_any_texts(texts in prop::collection::vec("[ab\u{e4}]{0,18}", 0..300)) {
            let mut naive: HashMap<&str, u32> = HashMap::new();
            let mut interner = Interner::default();
            for text in &texts {
                let next = naive.len() as u32;
                let expected = *naive.entry(text).or_insert(next);
                prop_assert_eq!(interner.intern(text), expected);
            }
            let arena = interner.into_texts();
            prop_assert_eq!(arena.len(), naive.len());
            prop_assert!(naive.iter().all(|(text, &code)| arena.get(code as usize) == *text));
        }

        #[test]
        fn exact_tags_equal_a_naive_map(tags in prop::collection::vec(0u64..200, 0..400)) {
            let mut naive: HashMap<u64, u32> = HashMap::new();
            let mut interner = Interner::default();
            for &tag in &tags {
                let next = naive.len() as u32;
                let expected = *naive.entry(tag).or_insert(next);
                prop_assert_eq!(interner.intern_exact(tag, || tag.to_string()), expected);
            }
        }
    }

    #[test]
    fn zero_bytes_and_padding_are_told_apart() {
        let mut interner = Interner::default();
        let texts =
            ["", "\0", "\0\0", "a", "a\0", "aaaaaaaaa", "aaaaaaaaaa", "aaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaa"];
        let codes: Vec<u32> = texts.iter().map(|t| interner.intern(t)).collect();
        assert_eq!(codes, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn texts_are_absorbed_by_an_interner_of_values() {
        let mut values = Interner::default();
        for value in [7u64, 300, 7, 9] {
            values.intern_exact(value, || value.to_string());
        }
        let mut texts = Interner::default();
        for text in ["9", "x", "300"] {
            texts.intern(text);
        }
        assert_eq!(values.absorb(&texts.into_texts()), [2, 3, 1]);
        assert_eq!(values.into_texts().iter().collect::<Vec<_>>(), ["7", "300", "9", "x"]);
    }

    #[test]
    fn more_distinct_texts_than_tags_are_kept_for_stay_apart() {
        let count = if crate::hash::are_collisions_forced() { 300 } else { 2 * TAGGED };
        let mut interner = Interner::default();
        for round in 0..2 {
            for i in 0..count {
                assert_eq!(
                    interner.intern(&format!("{i:x}-{}", "y".repeat(i % 20))),
                    i as u32,
                    "round {round}"
                );
            }
        }
    }

    #[test]
    fn bytes_that_are_not_utf8_are_refused() {
        assert!(Interner::default().intern_bytes(&[b'a', 0xff]).is_err());
    }
}
