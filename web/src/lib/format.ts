// Numbers for readers: thousands separated, at most three or four significant digits.
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

export function count(value: number): string {
  return whole.format(value);
}

/** A count with its noun in the right number. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

export function number(value: number | null | undefined, digits = 3): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  if (Number.isInteger(value)) return count(value);
  if (Math.abs(value) >= 1000) return whole.format(value);
  return String(Number(value.toPrecision(digits)));
}

export function percent(share: number | null | undefined): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return '–';
  const value = share * 100;
  if (value === 0) return '0\u00a0%';
  if (value === 100) return '100\u00a0%';
  if (value > 0 && value < 0.1) return '<\u00a00.1\u00a0%';
  if (value > 99.9 && value < 100) return '>\u00a099.9\u00a0%';
  return `${Number(value.toPrecision(3))}\u00a0%`;
}

export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let size = value;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? size : Number(size.toPrecision(3))} ${units[unit]}`;
}

export function time(value: string | null | undefined): string {
  if (!value) return '–';
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : date.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

export function milliseconds(value: number): string {
  return value < 1000 ? `${Math.round(value)} ms` : `${Number((value / 1000).toPrecision(3))} s`;
}

/** Names as a list, shortened after `most`. */
export function list(names: readonly string[], most = 6): string {
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? `${shown} and ${count(names.length - most)} more` : shown;
}
