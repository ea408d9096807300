// Opens a report in a browser and fails when it cannot be read by everybody; see README.md.
import { createRequire } from "node:module";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { resolve, join } from "node:path";
import { pathToFileURL } from "node:url";

const [file, pictures] = process.argv.slice(2);
if (!file) throw new Error("usage: node check.mjs REPORT.html [FOLDER]");
const browserPath = process.env.CHROMIUM ?? "/usr/bin/chromium";
if (!existsSync(browserPath)) {
  console.error(`NOT CHECKED: no browser at ${browserPath}; name one with CHROMIUM`);
  process.exit(3);
}
const require = createRequire(import.meta.url);
let chromium, axe;
try {
  ({ chromium } = require("playwright-core"));
  axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
} catch {
  console.error("NOT CHECKED: install playwright-core and axe-core, and name their folder with NODE_PATH");
  process.exit(3);
}
if (pictures) mkdirSync(pictures, { recursive: true });
const address = pathToFileURL(resolve(file)).href;
const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"];
const browser = await chromium.launch({ executablePath: browserPath, args });
const problems = [];
for (const [name, width, colorScheme] of [["wide", 1280, "light"], ["narrow", 390, "light"], ["dark", 1280, "dark"]]) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  page.on("request", (request) => {
    if (request.url() !== address) problems.push(`${name}: asks for ${request.url()}`);
  });
  await page.goto(address);
  const shown = await page.evaluate(() => document.documentElement.scrollWidth);
  if (shown > width) problems.push(`${name}: ${shown} pixels wide on a screen of ${width}`);
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run());
  for (const violation of found.violations) {
    problems.push(`${name}: ${violation.id}, ${violation.nodes.length} times: ${violation.help}`);
  }
  if (name === "wide") {
    // A4 less the margins of the style sheet, at 96 dots an inch.
    const paper = Math.round(((210 - 2 * 12) / 25.4) * 96);
    await page.setViewportSize({ width: paper, height: 1000 });
    await page.emulateMedia({ media: "print" });
    const printed = await page.evaluate(() => document.documentElement.scrollWidth);
    if (printed > paper) problems.push(`print: ${printed} pixels wide on paper of ${paper}`);
    if (pictures) await page.pdf({ path: join(pictures, "print.pdf"), preferCSSPageSize: true });
  }
  await page.close();
}
await browser.close();
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? `${file}: no problem found` : `${file}: ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
