// Requests of anonymization jobs, and what their reports say about loss.
import type { Anonymization } from '../api/reports';
import type { Recipe } from '../api/types';
import { searchesLevels } from './recipe';

/** Larger lattices are not drawn. */
export const DRAWN_NODES = 100_000;

const limited = (recipe: Recipe, time: string): Recipe =>
  searchesLevels(recipe) && !recipe.search?.time_limit && recipe.search?.method !== 'fixed' ? { ...recipe, search: { ...recipe.search, time_limit: time } } : recipe;

/** What the recipe would cost; nothing is published. */
export function estimateRequest(recipe: Recipe): Record<string, unknown> {
  return { recipe: limited(recipe, '10s'), publish: false };
}

/** The best solutions, and every node of the lattice where it is small enough to be drawn. */
export function solutionsRequest(recipe: Recipe, space: number | null): Record<string, unknown> {
  if (!searchesLevels(recipe)) return { recipe, publish: false };
  return { recipe, publish: false, solutions: 20, explain: true, ...(space === null || space <= DRAWN_NODES ? { lattice: true } : {}) };
}

/** The loss of a release from 0 to 1: by the measure of the search, or the share of changed cells. */
export function lossOf(report: Anonymization): number | null {
  if (report.elimination) return report.elimination.altered_share;
  return report.search.value ?? report.quality?.loss ?? null;
}
