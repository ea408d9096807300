//! Many short texts in one allocation.

/// An append-only list of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextArena {
    text: String,
    ends: Vec<usize>,
}

impl TextArena {
    /// Appends a text and returns its position.
    pub fn push(&mut self, text: &str) -> usize {
        self.text.push_str(text);
        self.ends.push(self.text.len());
        self.ends.len() - 1
    }

    /// The text at a position.
    #[inline]
    pub fn get(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start..self.ends[index]]
    }

    /// The number of texts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no texts.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The texts in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The bytes held.
    pub fn bytes(&self) -> usize {
        self.text.capacity() + self.ends.capacity() * size_of::<usize>()
    }

    /// The texts at the given positions, in that order.
    #[must_use]
    pub fn permuted(&self, order: &[u32]) -> Self {
        let bytes = order.iter().map(|&index| self.get(index as usize).len()).sum();
        let mut arena = Self { text: String::with_capacity(bytes), ends: Vec::with_capacity(order.len()) };
        for &index in order {
            arena.push(self.get(index as usize));
        }
        arena
    }
}

impl<'a> FromIterator<&'a str> for TextArena {
    fn from_iter<I: IntoIterator<Item = &'a str>>(texts: I) -> Self {
        let mut arena = Self::default();
        for text in texts {
            arena.push(text);
        }
        arena
    }
}
