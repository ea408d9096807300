//! Finding out the delimiter.

use super::blocks::closing_quote;

const CANDIDATES: [u8; 4] = [b',', b';', b'\t', b'|'];
const SAMPLED_RECORDS: usize = 50;

/// The delimiter that the first records hold equally often, and most often; ties go to the more usual one.
///
/// Which quotes open a field depends on the delimiter, which is not known yet: one after any candidate, or at the
/// start of a line, counts. What is quoted is passed over, so a quoted text cannot outvote the real delimiter.
pub(super) fn sniff(start: &[u8]) -> u8 {
    let records = count_candidates(start);
    let usual_first = |best: Option<(u32, u8)>, (count, delimiter): (u32, u8)| match best {
        Some((most, _)) if most >= count => best,
        _ => (count > 0).then_some((count, delimiter)),
    };
    let agreed = (0..CANDIDATES.len()).filter(|&c| records.iter().all(|record| record[c] == records[0][c]));
    let best = agreed.map(|c| (records[0][c], CANDIDATES[c])).fold(None, usual_first);
    // No candidate fits every record: the first record decides, and a ragged row is reported as such.
    let first = || (0..CANDIDATES.len()).map(|c| (records[0][c], CANDIDATES[c])).fold(None, usual_first);
    best.or_else(first).map_or(b',', |(_, delimiter)| delimiter)
}

/// The delimiter that a header has: the first of the candidates in it, whatever records look like.
pub(super) fn of_header(line: &[u8]) -> u8 {
    let counts = count_candidates(line)[0];
    CANDIDATES.into_iter().zip(counts).find(|(_, count)| *count > 0).map_or(b',', |(candidate, _)| candidate)
}

/// How often each candidate stands outside quotes in each of the first records; at least one record.
fn count_candidates(start: &[u8]) -> Vec<[u32; CANDIDATES.len()]> {
    let mut records = Vec::new();
    let mut counts = [0; CANDIDATES.len()];
    let (mut at, mut line_start) = (0, 0);
    while at < start.len() && records.len() < SAMPLED_RECORDS {
        let byte = start[at];
        let opens = at == line_start || CANDIDATES.contains(&start[at - 1]);
        if byte == b'"' && opens {
            match closing_quote(start, at + 1) {
                Some(close) => at = close,
                None => break,
            }
        } else if byte == b'\n' {
            let blank = start[line_start..at].iter().all(|&b| b == b'\r');
            if !blank {
                records.push(counts);
            }
            counts = [0; CANDIDATES.len()];
            line_start = at + 1;
        } else if let Some(candidate) = CANDIDATES.iter().position(|&c| c == byte) {
            counts[candidate] += 1;
        }
        at += 1;
    }
    if records.is_empty() {
        records.push(counts);
    }
    records
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delimiter_is_the_one_all_records_agree_on() {
        assert_eq!(sniff(b"a;b\n1,5;2\n3,5;4\n"), b';');
        assert_eq!(sniff(b"a,b\n1;5,2\n"), b',');
        assert_eq!(sniff(b"a\tb\n\"1\t,\"\t2\n"), b'\t');
        assert_eq!(sniff(b"a|b"), b'|');
        assert_eq!(sniff(b"one\ntwo\n"), b',');
        assert_eq!(sniff(b"a;b;c\n1;2\n"), b';');
        assert_eq!(sniff(b""), b',');
    }

    #[test]
    fn a_header_has_the_first_candidate_that_is_in_it() {
        assert_eq!(of_header(b"a;b;c,d"), b',');
        assert_eq!(of_header(b"a;\"b,c\"\r"), b';');
        assert_eq!(of_header(b"a\tb|c"), b'\t');
        assert_eq!(of_header(b"one"), b',');
    }

    #[test]
    fn quoted_text_cannot_outvote_the_delimiter() {
        assert_eq!(sniff(b"x,\"p;q;r\"\n1,\"a;b;c\"\n2,\"d;e;f\"\n"), b',');
        assert_eq!(sniff(b"\"a;b;c\",x\n\"1;2\n3\",y\n"), b',');
        assert_eq!(sniff(b"x,\"p;q;r\"\n1,\"a;\"\"b;c\"\n"), b',');
    }
}
