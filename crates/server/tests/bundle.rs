//! The web application that is a part of the program is the one whose sources are in `web`.

use sha2::{Digest as _, Sha256};
use std::path::{Path, PathBuf};

/// Files beside the folders `src` and `public` that the bundle is built from.
const SINGLE: [&str; 6] = [
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

fn below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { below(&path, found) } else { found.push(path) }
    }
}

/// The recipe is in `web/scripts/stamp.mjs`.
#[test]
fn the_committed_bundle_is_built_from_the_committed_sources() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let mut files: Vec<PathBuf> = SINGLE.iter().map(|name| web.join(name)).collect();
    below(&web.join("src"), &mut files);
    below(&web.join("public"), &mut files);
    let name = |file: &PathBuf| file.strip_prefix(&web).unwrap().to_str().unwrap().replace('\\', "/");
    let mut named: Vec<(String, PathBuf)> = files.into_iter().map(|file| (name(&file), file)).collect();
    named.sort();
    let mut hash = Sha256::new();
    for (name, file) in named {
        let bytes = std::fs::read(file).unwrap();
        hash.update(format!("{name}\0{}\0", bytes.len()));
        hash.update(bytes);
    }
    let hash: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let stamped = std::fs::read_to_string(web.join("dist/SOURCES")).unwrap();
    assert_eq!(stamped.trim(), hash, "web/dist is stale: run `npm ci && npm run build` in web");
}
