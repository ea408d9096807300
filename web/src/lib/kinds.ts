// How hierarchies are generated: the kinds of a recipe, with defaults for a column.
import type { HierarchySpec, ProfileColumn } from '../api/types';

export const KINDS = ['default', 'flat', 'intervals', 'dates', 'mask', 'prefix', 'groups', 'order', 'known', 'file'] as const;
export type Kind = (typeof KINDS)[number];
export const PERIODS = ['day', 'month', 'quarter', 'year', 'decade'] as const;

export function kindOf(spec: HierarchySpec | null | undefined): Kind {
  if (spec === null || spec === undefined) return 'default';
  if (typeof spec === 'string') return 'file';
  return KINDS.find((kind) => kind in spec) ?? 'flat';
}

/** Kinds that fit the type of a column. */
export function kindsFor(type: string): Kind[] {
  if (type === 'integer' || type === 'decimal') return ['default', 'intervals', 'groups', 'order', 'flat'];
  if (type === 'date' || type === 'datetime') return ['default', 'dates', 'groups', 'order', 'flat'];
  if (type === 'boolean') return ['default', 'flat'];
  return ['default', 'mask', 'prefix', 'groups', 'order', 'known', 'flat'];
}

export function defaultSpec(kind: Kind, column: ProfileColumn | undefined): HierarchySpec | null {
  const spread = Math.max(10, column?.distinct ?? 50);
  const width = spread > 400 ? 10 ** Math.floor(Math.log10(spread / 20)) : 5;
  switch (kind) {
    case 'intervals': return { intervals: [width, width * 2, width * 4] };
    case 'dates': return { dates: ['month', 'year', 'decade'] };
    case 'mask': return { mask: 'right', keep: 1 };
    case 'prefix': return { prefix: [3, 1] };
    case 'groups': return { groups: Math.max(2, Math.min(8, Math.floor(spread / 2))), merge: true };
    case 'order': return { order: 3 };
    case 'known': return { known: column?.kind === 'diagnosis' || column?.kind === 'icd-10' ? 'icd-10' : 'countries' };
    case 'default': return null;
    default: return { flat: true };
  }
}

/** A name of a file that any file system takes. */
export function fileName(column: string): string {
  return `${column.replace(/[^A-Za-z0-9_-]+/g, '_') || 'column'}.csv`;
}

/** Positive numbers in a text with commas; null when one is none. */
export function numbers(text: string): number[] | null {
  const parts = text.split(/[,;\s]+/).filter(Boolean).map(Number);
  return parts.length > 0 && parts.every((part) => Number.isFinite(part) && part > 0) ? parts : null;
}
