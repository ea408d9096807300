//! From texts to codes while reading: each distinct text gets the next number.
//!
//! Most cells hold few bytes. A text of up to eight bytes is its own key and is compared as one integer without
//! touching the arena; longer texts carry a hash in the slot and are compared in the arena when it matches, so two
//! texts never share a code whatever their hashes are.

use crate::arena::TextArena;
use crate::hash::{load_short, spread, spread_bytes};

const SHORT: usize = 8;
const EMPTY: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Slot {
    tag: u64,
    len: u32,
    code: u32,
}

/// Numbers distinct texts from zero in order of first occurrence.
#[derive(Clone, Debug)]
pub struct Interner {
    slots: Vec<Slot>,
    arena: TextArena,
}

impl Default for Interner {
    fn default() -> Self {
        Self { slots: vec![Slot { tag: 0, len: 0, code: EMPTY }; 64], arena: TextArena::default() }
    }
}

impl Interner {
    /// The code of a text given as bytes.
    ///
    /// **Errors**: the bytes are not UTF-8. Only texts not seen before are checked, as equal bytes were checked then.
    #[inline]
    pub fn intern_bytes(&mut self, bytes: &[u8]) -> Result<u32, std::str::Utf8Error> {
        let (tag, home) = if bytes.len() <= SHORT {
            let tag = load_short(bytes);
            (tag, spread(tag ^ (bytes.len() as u64) << 56))
        } else {
            let hash = spread_bytes(bytes);
            (hash, hash)
        };
        let mask = self.slots.len() - 1;
        let mut at = home as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.code == EMPTY {
                break;
            }
            if slot.tag == tag
                && slot.len as usize == bytes.len()
                && (bytes.len() <= SHORT || self.arena.get(slot.code as usize).as_bytes() == bytes)
            {
                return Ok(slot.code);
            }
            at = (at + 1) & mask;
        }
        let text = std::str::from_utf8(bytes)?;
        Ok(self.insert(at, tag, bytes.len() as u32, text))
    }

    /// The code of a text.
    pub fn intern(&mut self, text: &str) -> u32 {
        // A `str` is UTF-8 by its type, so the check cannot fail.
        self.intern_bytes(text.as_bytes()).unwrap_or(EMPTY)
    }

    /// The code of a value that 64 bits describe fully; `write` makes its text when it is new. An interner is used
    /// with either this method or the text methods, never both.
    #[inline]
    pub fn intern_exact(&mut self, tag: u64, write: impl FnOnce() -> String) -> u32 {
        let mask = self.slots.len() - 1;
        let mut at = spread(tag) as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.code == EMPTY {
                return self.insert(at, tag, 0, &write());
            }
            if slot.tag == tag {
                return slot.code;
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn insert(&mut self, at: usize, tag: u64, len: u32, text: &str) -> u32 {
        let code = self.arena.push(text) as u32;
        self.slots[at] = Slot { tag, len, code };
        if self.arena.len() * 3 > self.slots.len() * 2 {
            self.grow();
        }
        code
    }

    fn grow(&mut self) {
        let capacity = self.slots.len() * if self.slots.len() < 1 << 14 { 4 } else { 2 };
        let mask = capacity - 1;
        let old = std::mem::replace(&mut self.slots, vec![Slot { tag: 0, len: 0, code: EMPTY }; capacity]);
        for slot in old.into_iter().filter(|slot| slot.code != EMPTY) {
            let home = if slot.len as usize <= SHORT {
                spread(slot.tag ^ u64::from(slot.len) << 56)
            } else {
                slot.tag
            };
            let mut at = home as usize & mask;
            while self.slots[at].code != EMPTY {
                at = (at + 1) & mask;
            }
            self.slots[at] = slot;
        }
    }

    /// Adds every text of another interner and returns the code each of its codes has here.
    pub fn absorb(&mut self, other: &TextArena) -> Vec<u32> {
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
        self.slots.len() * size_of::<Slot>() + self.arena.bytes()
    }

    /// The texts in code order.
    pub fn into_texts(self) -> TextArena {
        self.arena
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        #[test]
        fn codes_equal_a_naive_map_for_any_texts(texts in prop::collection::vec("[ab\u{e4}]{0,12}", 0..300)) {
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
        let codes: Vec<u32> = ["", "\0", "\0\0", "a", "a\0"].iter().map(|t| interner.intern(t)).collect();
        assert_eq!(codes, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn bytes_that_are_not_utf8_are_refused() {
        assert!(Interner::default().intern_bytes(&[b'a', 0xff]).is_err());
    }
}
