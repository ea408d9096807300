//! What differs from run to run and is therefore not recorded. Keep this list short: what is masked is not tested.

/// What a line becomes.
type Replace = fn(&str) -> String;

/// Every mask with its reason. Tables (`.csv`, `.tsv`, `.psv`) are not masked at all.
const MASKS: &[(&str, Replace)] = &[
    ("JSON reports say how long the work took, under keys that end in _ms", milliseconds),
    ("reports for people say how long the work took, such as 0.3 ms or 1.25 s", durations),
    ("ledgers note the moment of a spend, in UTC", moments),
    ("--verbose says how many threads there are, which the runner varies", threads),
    ("--progress always prints percentages in the order in which threads come by", progress),
];

const MASKED: &str = "<masked>";

/// The text with everything masked that differs from run to run.
pub(crate) fn mask(text: &str) -> String {
    text.split_inclusive('\n')
        .map(|line| MASKS.iter().fold(line.to_owned(), |line, (_, replace)| replace(&line)))
        .collect()
}

/// Masks the number of a line `"key_ms": number` of pretty JSON.
fn milliseconds(line: &str) -> String {
    let parts = line.trim_start().strip_prefix('"').and_then(|rest| rest.split_once("\": "));
    match parts {
        Some((key, value)) if key.ends_with("_ms") && value.starts_with(|c: char| c.is_ascii_digit()) => {
            let behind = value.trim_start_matches(|c: char| c.is_ascii_digit() || ".e-".contains(c));
            format!("{}\"{MASKED}\"{behind}", &line[..line.len() - value.len()])
        }
        _ => line.to_owned(),
    }
}

/// Masks numbers with a unit of time.
fn durations(line: &str) -> String {
    let mut masked = String::new();
    let mut rest = line;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let number =
            rest[start..].find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len() - start);
        let (before, behind) = rest.split_at(start + number);
        let unit = [" ms", " s", " µs"].into_iter().find(|unit| {
            behind.strip_prefix(unit).is_some_and(|behind| !behind.starts_with(char::is_alphanumeric))
        });
        if let Some(unit) = unit {
            masked.push_str(&before[..start]);
            masked.push_str(MASKED);
            rest = &behind[unit.len()..];
        } else {
            masked.push_str(before);
            rest = behind;
        }
    }
    masked + rest
}

/// Masks moments such as `2026-01-31T12:00:00Z`.
fn moments(line: &str) -> String {
    const FORM: &str = "0000-00-00T00:00:00Z";
    let is_moment = |text: &str| {
        let digits_as_zero = text.bytes().map(|byte| if byte.is_ascii_digit() { b'0' } else { byte });
        digits_as_zero.eq(FORM.bytes())
    };
    let mut masked = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        if rest.get(..FORM.len()).is_some_and(is_moment) {
            masked.push_str(MASKED);
            rest = &rest[FORM.len()..];
        } else {
            masked.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    masked
}

fn threads(line: &str) -> String {
    match line.strip_prefix("lethe: ").and_then(|rest| rest.split_once(" threads, ")) {
        Some((_, rest)) => format!("lethe: {MASKED} threads, {rest}"),
        None => line.to_owned(),
    }
}

/// Leaves out lines such as `lethe: reading: 50 %`.
fn progress(line: &str) -> String {
    let rest = line.strip_prefix("lethe: ").and_then(|rest| rest.trim_end().strip_suffix(" %"));
    let number =
        rest.and_then(|rest| rest.rsplit_once(": ")).and_then(|(_, number)| number.parse::<u8>().ok());
    if number.is_some() { String::new() } else { line.to_owned() }
}

#[test]
fn times_are_masked_and_nothing_else() {
    for (line, masked) in [
        ("  \"elapsed_ms\": 0.5e-3,\n", "  \"elapsed_ms\": \"<masked>\",\n"),
        ("  \"elapsed_ms\": {\n", "  \"elapsed_ms\": {\n"),
        ("  \"rows\": 5\n", "  \"rows\": 5\n"),
        ("4 of 4 checked in 0.3 ms; best\n", "4 of 4 checked in <masked>; best\n"),
        ("lethe: reading: 50 %\n", ""),
        ("3 sets of 1.5\n", "3 sets of 1.5\n"),
        ("ä 2026-01-31T12:00:00Z, 2026-01-31T12:00:00", "ä <masked>, 2026-01-31T12:00:00"),
    ] {
        assert_eq!(mask(line), masked);
    }
}
