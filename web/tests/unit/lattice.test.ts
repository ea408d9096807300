import { describe, expect, it } from 'vitest';
import type { Lattice } from '../../src/api/types';
import { layOut, MARKS, neighbours, nodeAt, position, STEP_Y } from '../../src/lib/lattice';

/** Two columns with levels 0 to 2 and 0 to 1; nodes of at least two levels are anonymous. */
function small(heights: number[]): Lattice {
  const levels = [0, 1, 2].flatMap((a) => [0, 1].map((b) => [a, b]));
  const sums = levels.map(([a = 0, b = 0]) => a + b);
  return { columns: ['a', 'b'], heights, levels, holds: sums.map((sum) => sum >= 2), value: sums.map((sum, at) => sum / 3 + at / 100), suppressed: sums, best: 3, published: null };
}

describe('the lattice', () => {
  it.each([[[3, 2]], [[2, 1]]])('is laid out whether heights count level 0 or not: %j', async (heights) => {
    const layout = await layOut(small(heights));
    if (!layout) throw new Error('no layout');
    expect(layout.rows.map((row) => row.length)).toEqual([1, 2, 2, 1]);
    expect([...layout.mark].map((mark) => MARKS[mark])).toEqual(['violating', 'violating', 'violating', 'best', 'minimal', 'anonymous']);
    expect(layout.marked).toEqual([1, 1, 1, 3]);
    expect(neighbours(layout, 0, 1).sort()).toEqual([1, 2]);
    expect(neighbours(layout, 5, 1)).toEqual([]);
    expect(neighbours(layout, 5, -1).sort()).toEqual([3, 4]);
  });
  it('finds the node under the pointer', async () => {
    const layout = await layOut(small([3, 2]));
    if (!layout) throw new Error('no layout');
    const view = { x: 10, y: 20, scale: 2, fit: 2 };
    for (let node = 0; node < layout.count; node += 1) {
      const [x, y] = position(layout, node);
      expect(nodeAt(layout, view, 0.5, view.x + x * view.scale + 3, view.y + y * 0.5 - 2)).toBe(node);
    }
    expect(nodeAt(layout, view, 0.5, 500, 20)).toBeNull();
    expect(nodeAt(layout, view, 0.5, 10, 20 + STEP_Y * 20)).toBeNull();
  });
  it('stops when it is cancelled', async () => {
    const abort = new AbortController();
    abort.abort();
    expect(await layOut(small([3, 2]), abort.signal)).toBeNull();
  });
});
