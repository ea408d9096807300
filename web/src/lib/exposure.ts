// What discovery says about single columns.
import type { Discovery } from '../api/reports';

export interface ColumnExposure {
  /** Records below k by this column alone. */
  alone: number;
  /** Quasi-identifiers it is in. */
  sets: number;
  standalone: boolean;
}

export function exposures(report: Discovery | null): Map<string, ColumnExposure> {
  const found = new Map<string, ColumnExposure>();
  if (!report) return found;
  for (const risk of report.column_risks) found.set(risk.column, { alone: 0, sets: risk.sets, standalone: false });
  report.minimal_qids.forEach((set, at) => {
    const [only] = set;
    const known = only === undefined || set.length > 1 ? undefined : found.get(only);
    if (known) known.alone = report.coverage?.[at] ?? 0;
  });
  for (const name of report.standalone_identifiers) found.set(name, { alone: report.rows, sets: 1, standalone: true });
  return found;
}

/** The sets that expose most records first, where coverage is known. */
export function ranked(report: Discovery): { columns: string[]; records: number | null }[] {
  const sets = report.minimal_qids.map((columns, at) => ({ columns, records: report.coverage?.[at] ?? null }));
  return sets.sort((a, b) => (b.records ?? 0) - (a.records ?? 0) || a.columns.length - b.columns.length);
}
