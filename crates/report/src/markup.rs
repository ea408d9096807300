//! Texts inside markup.

/// A text that cannot end its element or attribute, with what XML does not allow, and what cannot be seen, made visible.
pub fn escaped(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut line, letter| {
        match letter {
            '&' => line.push_str("&amp;"),
            '<' => line.push_str("&lt;"),
            '>' => line.push_str("&gt;"),
            '"' => line.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => line.push('\u{fffd}'),
            letter if lethe_data::is_invisible(letter) => line.extend(letter.escape_default()),
            letter => line.push(letter),
        }
        line
    })
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn names_cannot_leave_their_element() {
        assert_eq!(escaped("a<b>&\"c\"\u{0}\u{ffff}ä"), "a&lt;b&gt;&amp;&quot;c&quot;\\u{0}\u{fffd}ä");
        assert_eq!(escaped("\u{202e}x\u{2066}"), "\\u{202e}x\\u{2066}");
    }
}
