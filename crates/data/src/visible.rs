//! Names and values made safe to show: no character of theirs steers a terminal, a browser or the order of what stands around it.

/// Characters that show nothing and change how others are read: line and paragraph separators, marks and overrides of direction,
/// joiners, fillers and tags. Those that are part of no writing, such as a byte order mark, are among them.
const INVISIBLE: [(char, char); 16] = [
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// Whether a character must not be shown as it is: control characters and those that cannot be seen.
pub fn is_invisible(character: char) -> bool {
    character.is_control() || INVISIBLE.iter().any(|&(first, last)| (first..=last).contains(&character))
}

/// A name or value on one line, with every invisible character spelled out, such as `\n` or `\u{202e}`.
pub fn visible(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut line, character| {
        if is_invisible(character) {
            line.extend(character.escape_default());
        } else {
            line.push(character);
        }
        line
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_spelled_out() {
        assert_eq!(visible("a\u{1b}[31mb\nc\u{e4}"), "a\\u{1b}[31mb\\ncä");
        assert_eq!(
            visible("\u{202e}gpj\u{2066}x\u{200b}\u{feff}"),
            "\\u{202e}gpj\\u{2066}x\\u{200b}\\u{feff}"
        );
        assert_eq!(visible("Zoë 東京 عمر 👍"), "Zoë 東京 عمر 👍");
        assert_eq!(visible("a\u{e0061}\u{2029}\u{ad}"), "a\\u{e0061}\\u{2029}\\u{ad}");
    }
}
