// Drawing the lattice on a canvas in slices, so that 100,000 nodes do not block the page.
import { MARKS, neighbours, position, STEP_X, STEP_Y, type Layout, type View } from './lattice';

export interface Colors {
  marks: string[];
  line: string;
  text: string;
  select: string;
}

export function readColors(element: Element): Colors {
  const style = getComputedStyle(element);
  const of = (name: string): string => style.getPropertyValue(name).trim();
  return { marks: [of('--good'), of('--chart-after'), of('--lattice-pruned'), of('--lattice-not')], line: of('--line-strong'), text: of('--text'), select: of('--focus') };
}

/** Rows are spread over the height, whatever the zoom of the width. */
export function stretchOf(layout: Layout, height: number, view: View): number {
  const rows = Math.max(1, layout.rows.length - 1);
  return Math.max(0.08, Math.min(1, (height - 70) / (rows * STEP_Y))) * Math.max(1, Math.min(4, view.scale / view.fit));
}

export function screenOf(layout: Layout, view: View, stretch: number, node: number): [number, number] {
  const [x, y] = position(layout, node);
  return [view.x + x * view.scale, view.y + y * stretch];
}

/** The view in which everything is visible. */
export function fitted(layout: Layout, width: number, height: number): View {
  const wide = Math.max(1, (layout.widest - 1) * STEP_X);
  const scale = Math.min(2.5, (width - 40) / wide);
  const view = { x: (width - wide * scale) / 2, y: 30, scale, fit: scale };
  const tall = (layout.rows.length - 1) * STEP_Y * stretchOf(layout, height, view);
  return { ...view, y: Math.max(24, (height - tall) / 2) };
}

/** Draws all visible nodes; returns a function that stops it. */
export function drawLattice(context: CanvasRenderingContext2D, layout: Layout, view: View, width: number, height: number, colors: Colors, selected: number | null, after: () => void): () => void {
  const stretch = stretchOf(layout, height, view);
  const size = Math.max(1, Math.min(10, view.scale * 9));
  let stopped = false;
  let row = 0;
  context.clearRect(0, 0, width, height);
  if (selected !== null) drawEdges(context, layout, view, stretch, selected, colors);

  const slice = (): void => {
    if (stopped) return;
    const until = performance.now() + 10;
    while (row < layout.rows.length && performance.now() < until) {
      drawRow(context, layout, view, stretch, row, width, height, size, colors);
      row += 1;
    }
    if (row < layout.rows.length) requestAnimationFrame(slice);
    else {
      drawMarks(context, layout, view, stretch, size, colors, selected);
      after();
    }
  };
  slice();
  return () => {
    stopped = true;
  };
}

function drawRow(context: CanvasRenderingContext2D, layout: Layout, view: View, stretch: number, row: number, width: number, height: number, size: number, colors: Colors): void {
  const nodes = layout.rows[row];
  if (!nodes) return;
  const y = view.y + (layout.rows.length - 1 - row) * STEP_Y * stretch;
  if (y < -size || y > height + size) return;
  const left = view.x + ((layout.widest - nodes.length) / 2) * STEP_X * view.scale;
  const step = STEP_X * view.scale;
  const first = Math.max(0, Math.floor((-size - left) / step));
  const end = Math.min(nodes.length, Math.ceil((width + size - left) / step) + 1);
  // Where several nodes share a pixel, the strongest mark is drawn last.
  for (let mark = MARKS.length - 1; mark >= 0; mark -= 1) {
    context.fillStyle = colors.marks[mark] ?? '#888';
    for (let at = first; at < end; at += 1) {
      if (layout.mark[nodes[at] ?? 0] === mark) context.fillRect(left + at * step - size / 2, y - size / 2, size, Math.max(size, 5));
    }
  }
}

function drawEdges(context: CanvasRenderingContext2D, layout: Layout, view: View, stretch: number, node: number, colors: Colors): void {
  const [x, y] = screenOf(layout, view, stretch, node);
  context.strokeStyle = colors.line;
  context.lineWidth = 1;
  context.beginPath();
  for (const other of [...neighbours(layout, node, 1), ...neighbours(layout, node, -1)]) {
    const [toX, toY] = screenOf(layout, view, stretch, other);
    context.moveTo(x, y);
    context.lineTo(toX, toY);
  }
  context.stroke();
}

function drawMarks(context: CanvasRenderingContext2D, layout: Layout, view: View, stretch: number, size: number, colors: Colors, selected: number | null): void {
  const { best } = layout.lattice;
  if (typeof best === 'number') {
    const [x, y] = screenOf(layout, view, stretch, best);
    context.fillStyle = colors.marks[0] ?? '#080';
    context.beginPath();
    context.arc(x, y, Math.max(7, size * 0.8), 0, 2 * Math.PI);
    context.fill();
  }
  if (selected !== null) {
    const [x, y] = screenOf(layout, view, stretch, selected);
    context.strokeStyle = colors.select;
    context.lineWidth = 2.5;
    context.beginPath();
    context.arc(x, y, Math.max(9, size), 0, 2 * Math.PI);
    context.stroke();
  }
}
