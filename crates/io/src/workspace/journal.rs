//! The journal of a run: one line for its beginning and one for each step that is done.
//!
//! A line is text with tabs between its fields; the last field is a checksum of the line and of all before it, so that
//! no line can be changed, lost or moved unnoticed. Only the last line can be torn, because a line is durable before
//! the next is written.

use crate::error::{Error, Result, while_doing};
use crate::private::private_file;
use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

/// What a journal of any version begins with.
pub(super) const FAMILY: &str = "lethe run ";
const BEGINNING: &str = "lethe run 1";
const DONE: &str = "done";
const END: &str = "end";

/// A journal that is open for writing and locked, until it is dropped.
#[derive(Debug)]
pub(super) struct Journal {
    name: String,
    file: File,
    chain: String,
    /// After a failed write the last line may be torn, and nothing may stand behind it.
    failed: bool,
}

/// What a file in the journal's place is.
#[derive(Debug)]
pub(super) enum Found {
    /// Something else.
    NoJournal,
    /// A journal whose first line is torn: the run did nothing yet.
    Nothing,
    /// A journal.
    Journal(Content),
}

/// What a journal says.
#[derive(Debug, Default)]
pub(super) struct Content {
    pub(super) fingerprint: String,
    /// What was noted about each step that is done.
    pub(super) steps: BTreeMap<String, String>,
    /// Whether the run is over and its files may go.
    pub(super) ended: bool,
}

impl Journal {
    /// Makes an empty journal.
    pub(super) fn create(folder: &Path, path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let file = private_file().read(true).write(true).create_new(true).open(path);
        Self::lock(folder, name.clone(), file.map_err(while_doing("create", &name))?)
    }

    /// Opens a journal and reads it.
    pub(super) fn open(folder: &Path, path: &Path) -> Result<(Self, Found)> {
        let name = path.display().to_string();
        let file = File::options().read(true).write(true).open(path).map_err(while_doing("open", &name))?;
        let mut journal = Self::lock(folder, name, file)?;
        if !path.exists() {
            // The run that held it has just removed it.
            return Err(in_use(folder));
        }
        let mut bytes = Vec::new();
        journal.file.read_to_end(&mut bytes).map_err(while_doing("read", &journal.name))?;
        let first = bytes.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default();
        let known = first.len().min(BEGINNING.len());
        if first[..known] != BEGINNING.as_bytes()[..known] {
            return Ok((journal, Found::NoJournal));
        }
        if !first.ends_with(b"\n") {
            return Ok((journal, Found::Nothing));
        }
        let content = journal.replay(&bytes)?;
        Ok((journal, Found::Journal(content)))
    }

    fn lock(folder: &Path, name: String, file: File) -> Result<Self> {
        match file.try_lock() {
            Ok(()) => Ok(Self { name, file, chain: String::new(), failed: false }),
            Err(TryLockError::WouldBlock) => Err(in_use(folder)),
            Err(TryLockError::Error(problem)) => Err(while_doing("lock", &name)(problem)),
        }
    }

    /// Reads all lines and cuts off a last one that is torn.
    fn replay(&mut self, bytes: &[u8]) -> Result<Content> {
        let mut content = Content::default();
        let mut good = 0;
        for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
            let is_first = index == 0;
            match parse(&self.chain, line).and_then(|(fields, sum)| {
                apply(&mut content, is_first, &fields)?;
                Some(sum)
            }) {
                Some(sum) => self.chain = sum,
                None if !is_first && good + line.len() == bytes.len() => break,
                None => {
                    let problem = "the journal is damaged; remove the folder to start again";
                    return Err(Error::content(&self.name, index as u64 + 1, problem));
                }
            }
            good += line.len();
        }
        self.cut(good as u64)?;
        Ok(content)
    }

    /// Empties the journal and begins it.
    pub(super) fn start(&mut self, fingerprint: &str) -> Result<Content> {
        self.cut(0)?;
        self.chain.clear();
        self.append(&[BEGINNING, &escaped(fingerprint)])?;
        Ok(Content { fingerprint: fingerprint.to_owned(), ..Content::default() })
    }

    /// Notes that a step is done.
    pub(super) fn note(&mut self, step: &str, note: &str) -> Result<()> {
        self.append(&[DONE, &escaped(step), &escaped(note)])
    }

    /// Notes that the run is over.
    pub(super) fn note_end(&mut self) -> Result<()> {
        self.append(&[END])
    }

    fn append(&mut self, fields: &[&str]) -> Result<()> {
        if self.failed {
            let problem = std::io::Error::other("an earlier write to it failed");
            return Err(while_doing("write", &self.name)(problem));
        }
        let text = fields.join("\t");
        let sum = checksum(&self.chain, text.as_bytes());
        self.failed = true;
        let written = self.file.write_all(format!("{text}\t{sum}\n").as_bytes());
        written.and_then(|()| self.file.sync_all()).map_err(while_doing("write", &self.name))?;
        self.failed = false;
        self.chain = sum;
        Ok(())
    }

    fn cut(&mut self, length: u64) -> Result<()> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        cut.map(drop).map_err(while_doing("write", &self.name))
    }
}

fn in_use(folder: &Path) -> Error {
    Error::Request(format!("the state in {} is in use by another run; wait until it ends", folder.display()))
}

/// The fields of a whole line and its checksum.
fn parse<'a>(chain: &str, line: &'a [u8]) -> Option<(Vec<&'a str>, String)> {
    let line = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (text, sum) = line.rsplit_once('\t')?;
    (checksum(chain, text.as_bytes()) == sum).then(|| (text.split('\t').collect(), sum.to_owned()))
}

fn apply(content: &mut Content, is_first: bool, fields: &[&str]) -> Option<()> {
    match (is_first, fields) {
        (true, [BEGINNING, fingerprint]) => content.fingerprint = unescaped(fingerprint)?,
        (false, [DONE, step, note]) => {
            content.steps.insert(unescaped(step)?, unescaped(note)?);
        }
        (false, [END]) => content.ended = true,
        _ => return None,
    }
    Some(())
}

fn checksum(chain: &str, text: &[u8]) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(chain.as_bytes()).update(text);
    hasher.finalize().to_hex()[..32].to_owned()
}

/// Any text as one without tabs and line ends.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n")
}

fn unescaped(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        plain.push(match character {
            '\\' => match characters.next()? {
                '\\' => '\\',
                't' => '\t',
                'n' => '\n',
                _ => return None,
            },
            other => other,
        });
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_text_is_noted_and_read(text in "[\\\\\t\n\ra-c\u{2028}é]{0,12}") {
            let line = escaped(&text);
            prop_assert!(!line.contains(['\t', '\n']));
            prop_assert_eq!(unescaped(&line), Some(text));
        }
    }
}
