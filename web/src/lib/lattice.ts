// Layout of the lattice of levels: a row of nodes for each sum of levels, the least loss first in a row.
import type { Lattice } from '../api/types';
import { inSlices, pause } from './chunks';

/** What a node is marked as, the strongest mark first. */
export const MARKS = ['best', 'minimal', 'anonymous', 'violating'] as const;
export type Mark = (typeof MARKS)[number];

export interface Layout {
  lattice: Lattice;
  count: number;
  /** Row and place in it of each node. */
  rank: Uint16Array;
  place: Uint32Array;
  /** Index into MARKS of each node. */
  mark: Uint8Array;
  /** The nodes of each rank, in order of their places. */
  rows: Uint32Array[];
  widest: number;
  /** Nodes by mixed-radix code of their levels. */
  byCode: Map<number, number>;
  radix: number[];
  marked: number[];
}

export function codeOf(levels: readonly number[], radix: readonly number[]): number {
  let code = 0;
  for (let column = 0; column < radix.length; column += 1) code += (levels[column] ?? 0) * (radix[column] ?? 0);
  return code;
}

/** Places every node, in slices so that the page stays responsive. */
export async function layOut(lattice: Lattice, signal?: AbortSignal): Promise<Layout | null> {
  const count = lattice.levels.length;
  const radix: number[] = [];
  let factor = 1;
  for (const height of lattice.heights) {
    radix.push(factor);
    // One more than needed: whether a height counts the lowest level does not matter then.
    factor *= height + 1;
  }
  const rank = new Uint16Array(count);
  const codes = new Float64Array(count);
  const byCode = new Map<number, number>();
  const ranks: number[][] = [];
  const counted = await inSlices(count, (at) => {
    const levels = lattice.levels[at] ?? [];
    let sum = 0;
    for (const level of levels) sum += level;
    rank[at] = sum;
    const code = codeOf(levels, radix);
    codes[at] = code;
    byCode.set(code, at);
    (ranks[sum] ??= []).push(at);
  }, signal);
  if (!counted) return null;
  const mark = new Uint8Array(count);
  const marked = [0, 0, 0, 0];
  const done = await inSlices(count, (at) => {
    const which = markOf(lattice, at, codes[at] ?? 0, radix, byCode);
    mark[at] = which;
    marked[which] = (marked[which] ?? 0) + 1;
  }, signal);
  if (!done) return null;
  const place = new Uint32Array(count);
  const rows: Uint32Array[] = [];
  let widest = 1;
  for (let sum = 0; sum < ranks.length; sum += 1) {
    const row = ranks[sum] ?? [];
    row.sort((a, b) => (lattice.value[a] ?? Infinity) - (lattice.value[b] ?? Infinity) || a - b);
    row.forEach((node, at) => (place[node] = at));
    rows.push(Uint32Array.from(row));
    widest = Math.max(widest, row.length);
    if (row.length > 2000) await pause();
    if (signal?.aborted) return null;
  }
  return { lattice, count, rank, place, mark, rows, widest, byCode, radix, marked };
}

function markOf(lattice: Lattice, at: number, code: number, radix: readonly number[], byCode: Map<number, number>): number {
  if (lattice.best === at) return 0;
  if (!lattice.holds[at]) return 3;
  const levels = lattice.levels[at] ?? [];
  for (let column = 0; column < radix.length; column += 1) {
    if ((levels[column] ?? 0) === 0) continue;
    const below = byCode.get(code - (radix[column] ?? 0));
    if (below !== undefined && lattice.holds[below]) return 2;
  }
  return 1;
}

/** Neighbours of a node: one level less (-1) or more (1) in one column. */
export function neighbours(layout: Layout, node: number, step: -1 | 1): number[] {
  const levels = layout.lattice.levels[node] ?? [];
  const code = codeOf(levels, layout.radix);
  const found: number[] = [];
  layout.radix.forEach((weight, column) => {
    const level = (levels[column] ?? 0) + step;
    if (level < 0 || level > (layout.lattice.heights[column] ?? 0)) return;
    const other = layout.byCode.get(code + step * weight);
    if (other !== undefined) found.push(other);
  });
  return found;
}

export interface View {
  /** Pixels from the canvas' corner to the corner of the drawing. */
  x: number;
  y: number;
  scale: number;
  /** The scale at which the whole width is visible. */
  fit: number;
}

/** Distances of nodes before scaling. */
export const STEP_X = 14;
export const STEP_Y = 60;

/** Where a node is drawn before scaling: rows are centred, the most general node on top. */
export function position(layout: Layout, node: number): [number, number] {
  const rank = layout.rank[node] ?? 0;
  const width = layout.rows[rank]?.length ?? 1;
  const x = ((layout.place[node] ?? 0) - (width - 1) / 2 + (layout.widest - 1) / 2) * STEP_X;
  return [x, (layout.rows.length - 1 - rank) * STEP_Y];
}

/** The node under a point of the canvas, within `reach` pixels, without looking at all nodes. */
export function nodeAt(layout: Layout, view: View, stretch: number, px: number, py: number, reach = 8): number | null {
  const row = layout.rows.length - 1 - Math.round((py - view.y) / (STEP_Y * stretch));
  const nodes = layout.rows[row];
  if (!nodes) return null;
  const rowY = view.y + (layout.rows.length - 1 - row) * STEP_Y * stretch;
  if (Math.abs(rowY - py) > Math.max(reach, 6)) return null;
  const left = ((layout.widest - nodes.length) / 2) * STEP_X;
  const place = Math.round(((px - view.x) / view.scale - left) / STEP_X);
  const near = Math.min(nodes.length - 1, Math.max(0, place));
  const nearX = view.x + (left + near * STEP_X) * view.scale;
  return Math.abs(nearX - px) <= reach ? (nodes[near] ?? null) : null;
}
