//! Column sets on the command line.

/// Sets of column names, such as "age,zip;gender".
#[derive(Clone, Debug)]
pub(crate) struct Sets(pub(crate) Vec<Vec<String>>);

pub(crate) fn parse_sets(text: &str) -> Result<Sets, &'static str> {
    let sets =
        text.split(';').map(|set| set.split(',').map(|name| name.trim().to_owned()).collect::<Vec<_>>());
    let sets: Vec<Vec<String>> = sets.collect();
    let blank = sets.iter().flatten().any(String::is_empty);
    if blank { Err("write column names with , between them and ; between sets") } else { Ok(Sets(sets)) }
}
