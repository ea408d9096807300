// The search for solutions: the best ones, the lattice, and the choice of what to publish.
import * as api from '../api/client';
import type { Anonymization, Levels, ListedSolution } from '../api/reports';
import type { Recipe } from '../api/types';
import { JobRun } from './jobs.svelte';
import { layOut, type Layout } from './lattice';
import { project } from './project.svelte';
import { searchesLevels, withLevels, withMethod } from './recipe';
import { DRAWN_NODES, solutionsRequest } from './requests';

/** A combination of levels with what is known about it. */
export interface Candidate {
  levels: Levels;
  value: number | null;
  suppressed: number;
  holds: boolean;
  smallest_class?: number | null;
  highest_risk?: number | null;
  average_risk?: number | null;
}
export type Choice = { kind: 'best' } | { kind: 'levels'; candidate: Candidate } | { kind: 'method'; method: string };

export const ALTERNATIVES = ['mondrian', 'cluster', 'compartment', 'suppress'] as const;
export type Alternative = (typeof ALTERNATIVES)[number];

export const sameLevels = (a: Levels, b: Levels): boolean => Object.keys(a).every((name) => a[name] === b[name]);

/** The recipe of an alternative method, with the keys it needs. */
export function alternativeRecipe(recipe: Recipe, method: Alternative): Recipe {
  return withMethod(recipe, method, method === 'compartment' || method === 'suppress' ? { max_size: 2 } : {});
}

class Solutions {
  readonly search = new JobRun<Anonymization>(() => project.id);
  readonly nodes = new JobRun<Anonymization>(() => project.id);
  readonly alternatives = Object.fromEntries(ALTERNATIVES.map((method) => [method, new JobRun<Anonymization>(() => project.id)])) as Record<Alternative, JobRun<Anonymization>>;
  layout = $state.raw<Layout | null>(null);
  choice = $state.raw<Choice>({ kind: 'best' });
  compared = $state.raw<Candidate[]>([]);
  private of = '';
  private abort = new AbortController();

  /** Searches unless the current recipe was searched already. */
  async start(): Promise<void> {
    const { dataset, recipe } = project;
    const key = `${project.id} ${dataset?.id} ${project.version}`;
    if (!dataset || !recipe || (key === this.of && this.search.state !== 'failed')) return;
    this.clear();
    this.of = key;
    const { lattice: _later, ...request } = solutionsRequest(recipe, null);
    const job = await this.search.run('anonymize', dataset.id, request);
    const space = job?.report?.search.space ?? Infinity;
    if (key === this.of && searchesLevels(recipe) && space <= DRAWN_NODES) await this.draw(dataset.id, recipe);
  }

  private async draw(dataset: string, recipe: Recipe): Promise<void> {
    const { signal } = this.abort;
    const job = await this.nodes.run('anonymize', dataset, { recipe, publish: false, lattice: true });
    if (!job || job.state !== 'done' || signal.aborted) return;
    const lattice = await api.lattice(project.id, job.id);
    if (!signal.aborted) this.layout = await layOut(lattice, signal);
  }

  private clear(): void {
    this.abort.abort();
    this.abort = new AbortController();
    for (const run of [this.search, this.nodes, ...Object.values(this.alternatives)]) {
      run.cancel();
      run.state = 'idle';
      run.report = null;
      run.error = null;
    }
    this.layout = null;
    this.choice = { kind: 'best' };
    this.compared = [];
  }

  estimate(method: Alternative): void {
    const { dataset, recipe } = project;
    if (dataset && recipe) void this.alternatives[method].run('anonymize', dataset.id, { recipe: alternativeRecipe(recipe, method), publish: false });
  }

  get best(): ListedSolution | null {
    return this.search.report?.solutions?.[0] ?? null;
  }

  toggleCompare(candidate: Candidate): void {
    const others = this.compared.filter((one) => !sameLevels(one.levels, candidate.levels));
    this.compared = others.length < this.compared.length ? others : [...others.slice(-1), candidate];
  }

  isCompared(levels: Levels): boolean {
    return this.compared.some((one) => sameLevels(one.levels, levels));
  }

  isChosen(levels: Levels): boolean {
    if (this.choice.kind === 'best') return this.best !== null && sameLevels(this.best.levels, levels);
    return this.choice.kind === 'levels' && sameLevels(this.choice.candidate.levels, levels);
  }

  /** The recipe that makes the chosen release. */
  get recipe(): Recipe | null {
    const { recipe } = project;
    if (!recipe) return null;
    if (this.choice.kind === 'levels') return withLevels(recipe, this.choice.candidate.levels);
    if (this.choice.kind === 'method') return alternativeRecipe(recipe, this.choice.method as Alternative);
    return recipe;
  }
}

export const solutions = new Solutions();

/** A node of the lattice as a candidate. */
export function candidateOf(layout: Layout, node: number): Candidate {
  const { lattice } = layout;
  const levels: Levels = {};
  lattice.columns.forEach((name, at) => (levels[name] = lattice.levels[node]?.[at] ?? 0));
  return { levels, value: lattice.value[node] ?? null, suppressed: lattice.suppressed[node] ?? 0, holds: lattice.holds[node] === true };
}
