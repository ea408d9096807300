//! The CSV form that ARX reads.

use lethe_data::Hierarchy;
use std::io::Write;

/// Writes one line a leaf, `leaf;level1;…;*`; fields are quoted where they must be.
///
/// **Guarantee**: reading the output with the same delimiter gives an equal hierarchy.
pub fn write_csv(hierarchy: &Hierarchy, delimiter: char, out: &mut impl Write) -> std::io::Result<()> {
    let mut line = String::new();
    for path in hierarchy.paths() {
        line.clear();
        for (level, label) in path.into_iter().enumerate() {
            if level > 0 {
                line.push(delimiter);
            }
            push_field(&mut line, label, delimiter);
        }
        line.push('\n');
        out.write_all(line.as_bytes())?;
    }
    Ok(())
}

fn push_field(line: &mut String, label: &str, delimiter: char) {
    // A byte order mark at the start of the file would be taken for one.
    let must =
        label.is_empty() || label.contains([delimiter, '"', '\n', '\r']) || label.starts_with('\u{feff}');
    if must {
        line.push('"');
        line.push_str(&label.replace('"', "\"\""));
        line.push('"');
    } else {
        line.push_str(label);
    }
}
