//! Users, their roles and tokens.

use crate::ids::new_token;
use lethe::{Error, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::path::Path;

/// What a user may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Role {
    /// Everything.
    Steward,
    /// Look at reports and releases.
    Viewer,
}

/// Somebody who may ask.
#[derive(Clone, Debug)]
pub(crate) struct User {
    pub(crate) name: String,
    pub(crate) role: Role,
}

/// Those who may ask, with the hashes of their tokens: to compare hashes takes no time that depends on the token.
#[derive(Clone)]
pub(crate) struct Users(Vec<(User, [u8; 32])>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TokenFile {
    user: Vec<Named>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
    role: Role,
    token: String,
}

/// A token that cannot be guessed has at least so many characters.
const SHORTEST: usize = 20;

impl Users {
    /// One steward with a random token.
    pub(crate) fn local() -> Result<(Self, String)> {
        let token = new_token()
            .map_err(|_| Error::Request("the operating system gives no random bits".to_owned()))?;
        let user = User { name: "local".to_owned(), role: Role::Steward };
        Ok((Self(vec![(user, hash(&token))]), token))
    }

    /// Those of a file.
    ///
    /// **Errors**: others can read the file, a token is short, or a name or token is there twice.
    pub(crate) fn load(file: &Path) -> Result<Self> {
        let refuse = |problem: &str| Error::Request(format!("{}: {problem}", file.display()));
        let text = lethe::io::read_small_text(file, 1 << 20)?;
        if is_readable_by_others(file) {
            return Err(refuse("others can read the tokens; take the rights away with chmod 600"));
        }
        // What the parser says could quote a token.
        let form =
            "write for each user: [[user]], name = \"…\", role = \"steward\" or \"viewer\", token = \"…\"";
        let read: TokenFile = toml::from_str(&text).map_err(|_| refuse(form))?;
        let mut all: Vec<(User, [u8; 32])> = Vec::new();
        for Named { name, role, token } in read.user {
            if token.len() < SHORTEST {
                return Err(refuse(
                    "a token has fewer than 20 characters; make one with `openssl rand -hex 32`",
                ));
            }
            let is_word = |text: &str| {
                !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b';')
            };
            if name.trim().is_empty() || name.chars().any(char::is_control) || !is_word(&token) {
                return Err(refuse(
                    "a name is empty, or a token has other characters than letters, digits and signs without ';'",
                ));
            }
            let hash = hash(&token);
            if all.iter().any(|(user, other)| user.name == name || *other == hash) {
                return Err(refuse("a name or a token is there twice"));
            }
            all.push((User { name, role }, hash));
        }
        if all.is_empty() {
            return Err(refuse(form));
        }
        Ok(Self(all))
    }

    pub(crate) fn find(&self, token: &str) -> Option<User> {
        let asked = hash(token);
        self.0.iter().find(|(_, known)| *known == asked).map(|(user, _)| user.clone())
    }
}

fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

#[cfg(unix)]
fn is_readable_by_others(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(file).is_ok_and(|metadata| metadata.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_readable_by_others(_: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe::io::private_file;
    use std::io::Write as _;

    fn load(text: &str) -> Result<Users> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("tokens.toml");
        private_file().write(true).create(true).open(&file).unwrap().write_all(text.as_bytes()).unwrap();
        Users::load(&file)
    }

    fn user(name: &str, role: &str, token: &str) -> String {
        format!("[[user]]\nname = \"{name}\"\nrole = \"{role}\"\ntoken = \"{token}\"\n")
    }

    #[test]
    fn users_are_known_by_their_tokens() {
        let (one, two) = ("1".repeat(32), "2".repeat(32));
        let users = load(&(user("ana", "steward", &one) + &user("ben", "viewer", &two))).unwrap();
        assert_eq!(
            users.find(&one).map(|user| (user.name, user.role)),
            Some(("ana".to_owned(), Role::Steward))
        );
        assert_eq!(users.find(&two).map(|user| user.role), Some(Role::Viewer));
        assert!(users.find("").is_none() && users.find(&one[1..]).is_none());
    }

    #[test]
    fn a_file_that_protects_nobody_is_refused_without_quoting_a_token() {
        let secret = "s3cret".repeat(5);
        let twice = user("ana", "steward", &secret) + &user("ben", "viewer", &secret);
        let files = [
            String::new(),
            user("ana", "steward", "short"),
            user("ana", "owner", &secret),
            twice,
            user(" ", "steward", &secret),
            user("ana", "steward", &format!("{secret};x")),
            format!("token = {secret}"),
        ];
        for text in files {
            let error = load(&text).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(!error.is_empty() && !error.contains(&secret), "{text}: {error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_others_can_read_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("tokens.toml");
        std::fs::write(&file, user("ana", "steward", &"1".repeat(32))).unwrap();
        std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o644)).unwrap();
        assert!(Users::load(&file).err().unwrap().to_string().contains("others can read"));
    }
}
