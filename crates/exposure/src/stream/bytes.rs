//! Numbers and texts as bytes and back, with every length checked before it is believed.

/// Puts numbers and texts one after the other.
#[derive(Clone, Debug, Default)]
pub struct ByteWriter(Vec<u8>);

impl ByteWriter {
    /// Appends a number.
    pub fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    /// Appends codes, their number first.
    pub fn codes(&mut self, codes: &[u32]) {
        self.number(codes.len() as u64);
        self.0.extend(codes.iter().flat_map(|code| code.to_le_bytes()));
    }

    /// Appends bytes, their number first.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    /// All that was written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

/// Takes numbers and texts apart again; whatever does not fit is `None`.
#[derive(Clone, Debug)]
pub struct ByteReader<'a>(&'a [u8]);

impl<'a> ByteReader<'a> {
    /// Begins at the first byte.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The next number.
    pub fn number(&mut self) -> Option<u64> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*number))
    }

    /// The next number, as the length of something of which each item takes at least `item` bytes of what is left.
    pub fn length(&mut self, item: usize) -> Option<usize> {
        let length = usize::try_from(self.number()?).ok()?;
        (length.checked_mul(item)? <= self.0.len()).then_some(length)
    }

    /// The next codes.
    pub fn codes(&mut self) -> Option<Vec<u32>> {
        let length = self.length(4)?;
        let (codes, rest) = self.0.split_at_checked(length * 4)?;
        self.0 = rest;
        Some(codes.as_chunks().0.iter().map(|code| u32::from_le_bytes(*code)).collect())
    }

    /// The next bytes.
    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = self.length(1)?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
