// Rows of a table, fetched page by page as they become visible.
import { SvelteMap } from 'svelte/reactivity';
import type { Rows } from '../api/types';

export type Row = (string | null)[];
type Fetch = (offset: number, limit: number, signal: AbortSignal) => Promise<Rows>;

const KEPT = 24;

export class Pages {
  total = $state(0);
  columns = $state.raw<string[]>([]);
  failed = $state<unknown>(null);
  /** Rows a page; fewer for wide tables, so that a page stays small. */
  readonly size: number;
  private readonly pages = new SvelteMap<number, Row[]>();
  private readonly wanted = new Set<number>();
  private readonly abort = new AbortController();

  constructor(
    private readonly fetch: Fetch,
    columns: number,
  ) {
    this.size = Math.max(20, Math.min(200, Math.floor(16_000 / Math.max(1, columns))));
  }

  row(at: number): Row | undefined {
    return this.pages.get(Math.floor(at / this.size))?.[at % this.size];
  }

  /** Fetches the pages of these rows where they are not here yet. */
  want(first: number, end: number): void {
    for (let page = Math.floor(first / this.size); page <= Math.floor(Math.max(first, end - 1) / this.size); page += 1) {
      if (!this.pages.has(page) && !this.wanted.has(page)) void this.load(page);
    }
  }

  private async load(page: number): Promise<void> {
    this.wanted.add(page);
    try {
      const rows = await this.fetch(page * this.size, this.size, this.abort.signal);
      this.total = rows.total;
      if (this.columns.length === 0) this.columns = rows.columns;
      this.pages.set(page, rows.rows);
      const oldest = this.pages.keys().next().value;
      if (this.pages.size > KEPT && oldest !== undefined) this.pages.delete(oldest);
    } catch (error) {
      if (!(error instanceof DOMException)) this.failed = error;
    } finally {
      this.wanted.delete(page);
    }
  }

  close(): void {
    this.abort.abort();
  }
}
