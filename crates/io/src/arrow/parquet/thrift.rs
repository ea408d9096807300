//! The compact encoding of Parquet's structures, as far as sizes are concerned.
//!
//! The reader of the format allocates what these structures declare. So they are looked through first.

/// No structure of Parquet is nested deeper.
const DEEPEST: usize = 32;

const TRUE: u8 = 1;
const FALSE: u8 = 2;
const BYTE: u8 = 3;
const I16: u8 = 4;
const I64: u8 = 6;
const DOUBLE: u8 = 7;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const SET: u8 = 10;
const MAP: u8 = 11;
const STRUCT: u8 = 12;

/// Bytes being looked through.
pub(super) struct Thrift<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The structures within lists so far.
    elements: u64,
}

/// A field of a structure: its number and the type of its value.
pub(super) struct FieldHead {
    pub(super) id: i16,
    kind: u8,
}

/// The bytes end before the structure does, or are none.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Damaged;

type Result<T> = std::result::Result<T, Damaged>;

impl<'a> Thrift<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, elements: 0 }
    }

    /// The bytes taken so far.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// Looks through a structure and counts the structures in its lists.
    ///
    /// **Errors**: it is cut off, too deep, or declares lists or texts that are longer than what is left.
    pub(super) fn count_elements(mut self) -> Result<u64> {
        self.skip(STRUCT, 0)?;
        Ok(self.elements)
    }

    /// Calls `each` for the fields of a structure; those that it does not read are skipped.
    pub(super) fn structure(
        &mut self,
        mut each: impl FnMut(&mut Self, &FieldHead) -> Result<bool>,
    ) -> Result<()> {
        let mut id = 0;
        while let Some(head) = self.field(id)? {
            id = head.id;
            if !each(self, &head)? {
                self.skip(head.kind, 0)?;
            }
        }
        Ok(())
    }

    /// A whole number, where the field holds one.
    pub(super) fn integer(&mut self, head: &FieldHead) -> Result<i64> {
        if !(I16..=I64).contains(&head.kind) {
            return Err(Damaged);
        }
        let number = self.number()?;
        Ok((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    fn field(&mut self, last: i16) -> Result<Option<FieldHead>> {
        let head = self.byte()?;
        if head == 0 {
            return Ok(None);
        }
        let (delta, kind) = (head >> 4, head & 0x0f);
        let id = if delta == 0 {
            let head = FieldHead { id: 0, kind: I16 };
            i16::try_from(self.integer(&head)?).map_err(|_| Damaged)?
        } else {
            last.checked_add(i16::from(delta)).ok_or(Damaged)?
        };
        Ok(Some(FieldHead { id, kind }))
    }

    fn skip(&mut self, kind: u8, depth: usize) -> Result<()> {
        if depth > DEEPEST {
            return Err(Damaged);
        }
        match kind {
            TRUE | FALSE => Ok(()),
            BYTE => self.advance(1),
            I16..=I64 => self.number().map(drop),
            DOUBLE => self.advance(8),
            BINARY => {
                let length = self.number()?;
                self.advance(length)
            }
            LIST | SET => {
                let head = self.byte()?;
                let short = u64::from(head >> 4);
                let length = if short == 15 { self.number()? } else { short };
                self.skip_elements(length, head & 0x0f, depth)
            }
            MAP => {
                let length = self.number()?;
                let kinds = if length == 0 { 0 } else { self.byte()? };
                self.check_left(length)?;
                for _ in 0..length {
                    self.skip_element(kinds >> 4, depth)?;
                    self.skip_element(kinds & 0x0f, depth)?;
                }
                Ok(())
            }
            STRUCT => {
                let mut id = 0;
                while let Some(head) = self.field(id)? {
                    id = head.id;
                    self.skip(head.kind, depth + 1)?;
                }
                Ok(())
            }
            _ => Err(Damaged),
        }
    }

    fn skip_elements(&mut self, length: u64, kind: u8, depth: usize) -> Result<()> {
        // Every element takes at least a byte.
        self.check_left(length)?;
        if kind == STRUCT {
            self.elements += length;
        }
        (0..length).try_for_each(|_| self.skip_element(kind, depth))
    }

    /// A truth value takes a byte in a list, and none as a field.
    fn skip_element(&mut self, kind: u8, depth: usize) -> Result<()> {
        if matches!(kind, TRUE | FALSE) { self.advance(1) } else { self.skip(kind, depth + 1) }
    }

    fn check_left(&self, length: u64) -> Result<()> {
        if length > (self.bytes.len() - self.at) as u64 { Err(Damaged) } else { Ok(()) }
    }

    fn advance(&mut self, bytes: u64) -> Result<()> {
        self.check_left(bytes)?;
        self.at += bytes as usize;
        Ok(())
    }

    fn byte(&mut self) -> Result<u8> {
        let byte = *self.bytes.get(self.at).ok_or(Damaged)?;
        self.at += 1;
        Ok(byte)
    }

    fn number(&mut self) -> Result<u64> {
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(Damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_longer_than_what_is_left_are_refused() {
        // Field 1: a list of five structures without fields.
        assert_eq!(Thrift::new(&[0x19, 0x5c, 0, 0, 0, 0, 0, 0]).count_elements(), Ok(5));
        assert_eq!(Thrift::new(&[0x19, 0xfc, 0xff, 0xff, 0xff, 0x7f, 0, 0]).count_elements(), Err(Damaged));
        assert_eq!(Thrift::new(&[0x18, 0x7f, 0]).count_elements(), Err(Damaged));
        assert_eq!(Thrift::new(&[0x1c; 100]).count_elements(), Err(Damaged));
    }
}
