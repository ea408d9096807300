// Distributions of a column before and after, from rows that were fetched.
export interface Share {
  name: string;
  value: number;
}
const MOST = 12;

/** Counts of texts, the most frequent first; what is left is one bar. `null` is missing. */
export function frequencies(values: readonly (string | null)[], missing: string, rest: string): Share[] {
  const counts = new Map<string, number>();
  for (const value of values) {
    const name = value ?? missing;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const sorted = [...counts].map(([name, value]) => ({ name, value })).sort((a, b) => b.value - a.value || a.name.localeCompare(b.name));
  if (sorted.length <= MOST) return ordered(sorted);
  const left = sorted.slice(MOST - 1).reduce((sum, one) => sum + one.value, 0);
  return [...ordered(sorted.slice(0, MOST - 1)), { name: rest, value: left }];
}

/** Labels in the order of the numbers that they begin with, where all do. */
function ordered(shares: Share[]): Share[] {
  const start = (name: string): number => Number.parseFloat(name.replace(/^[^\d-]+/, ''));
  const numeric = shares.filter((share) => share.name !== '*').every((share) => Number.isFinite(start(share.name)));
  if (!numeric) return shares;
  return [...shares].sort((a, b) => (a.name === '*' ? 1 : b.name === '*' ? -1 : start(a.name) - start(b.name)));
}

/** Numbers in intervals of a round width. */
export function histogram(values: readonly (string | null)[], missing: string): Share[] {
  const numbers = values.filter((value): value is string => value !== null && value !== '').map(Number).filter(Number.isFinite);
  let least = Infinity;
  let most = -Infinity;
  for (const value of numbers) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (numbers.length === 0) return [];
  const width = roundWidth((most - least) / MOST);
  const first = Math.floor(least / width);
  const counts = new Array<number>(Math.floor(most / width) - first + 1).fill(0);
  for (const value of numbers) {
    const at = Math.floor(value / width) - first;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const digits = Math.max(0, -Math.floor(Math.log10(width)));
  const edge = (at: number): string => ((first + at) * width).toFixed(digits);
  const bars = counts.map((value, at) => ({ name: width === 1 ? edge(at) : `${edge(at)}–${edge(at + 1)}`, value }));
  const gone = values.length - numbers.length;
  return gone > 0 ? [...bars, { name: missing, value: gone }] : bars;
}

function roundWidth(raw: number): number {
  if (!(raw > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 5, 10].find((one) => one * power >= raw) ?? 10;
  return factor * power;
}

/** Whether most values are numbers. */
export function isNumeric(values: readonly (string | null)[]): boolean {
  const shown = values.filter((value): value is string => value !== null && value !== '');
  return shown.length > 0 && shown.slice(0, 200).every((value) => Number.isFinite(Number(value)));
}

/** Distribution of a column of the original or the release. */
export function distribution(values: readonly (string | null)[], missing: string, rest: string): Share[] {
  return isNumeric(values) && new Set(values).size > MOST ? histogram(values, missing) : frequencies(values, missing, rest);
}
