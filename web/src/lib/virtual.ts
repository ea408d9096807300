// Which part of a long list is visible.
export interface Range {
  first: number;
  /** One past the last. */
  end: number;
}

/** The entries of equal size that a window shows, with some more on both sides. */
export function visible(scroll: number, window: number, size: number, total: number, extra = 4): Range {
  const first = Math.max(0, Math.floor(scroll / size) - extra);
  const end = Math.min(total, Math.ceil((scroll + window) / size) + extra);
  return { first: Math.min(first, Math.max(0, end)), end: Math.max(0, end) };
}

/** Browsers limit the height of an element; taller lists are scrolled in proportion. */
export const TALLEST = 8_000_000;

export function scrollScale(total: number, size: number, window: number): number {
  const height = total * size;
  return height <= TALLEST ? 1 : (height - window) / (TALLEST - window);
}
