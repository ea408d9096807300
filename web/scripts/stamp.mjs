// Writes dist/SOURCES: the SHA-256 of everything that the bundle is built from, so that a check without Node can tell
// whether dist is stale.
//
// Recipe. Take these files, with paths relative to web/ and `/` as separator:
//   every file below src/ and public/, and index.html, package.json, package-lock.json, svelte.config.js, tsconfig.json, vite.config.ts.
// Sort the paths by their UTF-8 bytes. Feed SHA-256, for each file in that order, with
//   path, one zero byte, the number of bytes of the file in decimal, one zero byte, the bytes of the file.
// dist/SOURCES is the digest as 64 lower-case hexadecimal digits and a line feed.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const single = ['index.html', 'package.json', 'package-lock.json', 'svelte.config.js', 'tsconfig.json', 'vite.config.ts'];

function below(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? below(path) : [path];
  });
}

const paths = [...below('src'), ...below('public'), ...single];
paths.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
const hash = createHash('sha256');
for (const path of paths) {
  const bytes = readFileSync(join(root, path));
  hash.update(`${path}\0${bytes.length}\0`);
  hash.update(bytes);
}
const digest = hash.digest('hex');
if (process.argv.includes('--check')) {
  const written = readFileSync(join(root, 'dist/SOURCES'), 'utf8').trim();
  if (written !== digest) {
    console.error('web/dist is stale: run `npm ci && npm run build` in web/');
    process.exit(1);
  }
} else {
  writeFileSync(join(root, 'dist/SOURCES'), `${digest}\n`);
}
console.log(digest);
