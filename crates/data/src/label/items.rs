//! The items between brackets: `a, "b, or c", d`.

/// The items of a list as Lethe writes it: separated by `, `, in quotes where a text has a separator of its own. Other tools
/// put no space and no quotes; an item is then what stands between commas.
pub(super) fn items(list: &str) -> Vec<String> {
    quoted_items(list).unwrap_or_else(|| list.split(',').map(|item| item.trim().to_owned()).collect())
}

/// `None` when a quote is not closed, or something else than a comma follows it.
fn quoted_items(list: &str) -> Option<Vec<String>> {
    let mut items = Vec::new();
    let mut rest = list;
    loop {
        let after = if let Some(quoted) = rest.strip_prefix('"') {
            let (item, after) = closed_quote(quoted)?;
            items.push(item);
            after
        } else {
            let (item, after) = rest.split_at(rest.find(',').unwrap_or(rest.len()));
            items.push(item.to_owned());
            after
        };
        match after.strip_prefix(',') {
            Some(next) => rest = next.strip_prefix(' ').unwrap_or(next),
            None if after.is_empty() => return Some(items),
            None => return None,
        }
    }
}

/// The text before the quote that ends it, a doubled quote being one of its own, and what follows.
fn closed_quote(text: &str) -> Option<(String, &str)> {
    let mut item = String::new();
    let mut rest = text;
    loop {
        let (before, after) = rest.split_once('"')?;
        item.push_str(before);
        match after.strip_prefix('"') {
            Some(next) => {
                item.push('"');
                rest = next;
            }
            None => return Some((item, after)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::items;

    #[test]
    fn quotes_keep_separators_together() {
        assert_eq!(items("a, b"), ["a", "b"]);
        assert_eq!(items("a,b"), ["a", "b"]);
        assert_eq!(items("a, \"b, or \"\"c\"\"\", \"\""), ["a", "b, or \"c\"", ""]);
        assert_eq!(items("5\" pipe, 6\" pipe"), ["5\" pipe", "6\" pipe"]);
        assert_eq!(items("\"open, b"), ["\"open", "b"]);
        assert_eq!(items(" a, b"), [" a", "b"]);
    }
}
