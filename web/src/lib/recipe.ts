// Changes of a recipe, as pure functions: each returns a new recipe.
import type { HierarchySpec, PrivacyModel, ProfileColumn, Recipe, RecipeColumn, Role } from '../api/types';

export const ROLES: readonly Role[] = ['identifying', 'quasi', 'sensitive', 'insensitive'];
/** Models that protect one sensitive column. */
export const COLUMN_MODELS = ['l-diversity', 't-closeness', 'beta-likeness', 'delta-disclosure', 'alpha-k'] as const;
/** Methods that search the lattice of levels. */
const LEVEL_METHODS = ['auto', 'fixed', 'flash', 'incognito', 'lightning', 'genetic', 'top-down', 'datafly'];
/** Methods that make only k-anonymity and km-anonymity hold. */
const CELL_METHODS = ['suppress', 'generalize', 'perturb', 'compose', 'compartment'];

export const columnsOf = (recipe: Recipe): Record<string, RecipeColumn> => recipe.columns ?? {};
export const modelsOf = (recipe: Recipe): PrivacyModel[] => recipe.privacy ?? [];
export const methodOf = (recipe: Recipe): string => String(recipe.search?.method ?? 'auto');
export const searchesLevels = (recipe: Recipe): boolean => LEVEL_METHODS.includes(methodOf(recipe));
export const changesCells = (method: string): boolean => CELL_METHODS.includes(method);

export function namesWithRole(recipe: Recipe, role: Role): string[] {
  return Object.entries(columnsOf(recipe)).filter(([, column]) => column.role === role).map(([name]) => name);
}

/** Sets roles, and adds or removes what depends on them: hierarchies, levels and models. */
export function withRoles(recipe: Recipe, names: readonly string[], role: Role, profile?: Map<string, ProfileColumn>): Recipe {
  const columns = { ...columnsOf(recipe) };
  let privacy = modelsOf(recipe);
  for (const name of names) {
    const { hierarchy, min_level, max_level, weight, ...rest } = columns[name] ?? {};
    columns[name] = role === 'quasi' ? { ...rest, hierarchy, min_level, max_level, weight, role } : { ...rest, role };
    if (role !== 'sensitive') privacy = privacy.filter((model) => model.column !== name);
  }
  if (role === 'sensitive' && !changesCells(methodOf(recipe)) && names.length <= 3) {
    for (const name of names) {
      if (!privacy.some((model) => model.column === name)) privacy = [...privacy, diversity(name, profile?.get(name)?.distinct)];
    }
  }
  return { ...recipe, columns, privacy };
}

/** Distinct l-diversity with l = 3, or 2 where the column has only two values. */
export function diversity(column: string, distinct?: number): PrivacyModel {
  return { model: 'l-diversity', column, variant: 'distinct', l: Math.max(2, Math.min(3, distinct ?? 3)) };
}

export function withHierarchy(recipe: Recipe, name: string, hierarchy: HierarchySpec | null): Recipe {
  const columns = columnsOf(recipe);
  return { ...recipe, columns: { ...columns, [name]: { ...columns[name], hierarchy } } };
}

/** Replaces the models at a place; `null` removes it. */
export function withModel(recipe: Recipe, at: number, model: PrivacyModel | null): Recipe {
  const privacy = [...modelsOf(recipe)];
  privacy.splice(at, 1, ...(model ? [model] : []));
  return { ...recipe, privacy };
}

export function withSearch(recipe: Recipe, changes: Record<string, unknown>): Recipe {
  return { ...recipe, search: { ...recipe.search, ...changes } };
}

export function suppressionLimit(recipe: Recipe): number {
  const limit = Number(recipe.search?.suppression_limit ?? 0);
  return Number.isFinite(limit) ? limit : 0;
}

/** The k of the recipe's k-anonymity, or of its first model that has one. */
export function kOf(recipe: Recipe | null): number {
  const models = recipe ? modelsOf(recipe) : [];
  const model = models.find((one) => one.model === 'k-anonymity') ?? models.find((one) => typeof one.k === 'number');
  return Number(model?.k ?? 5);
}

/** The recipe with another method, without the keys and models that this method does not take. */
export function withMethod(recipe: Recipe, method: string, extra: Record<string, unknown> = {}): Recipe {
  const cells = changesCells(method);
  const search: Record<string, unknown> = { method, ...extra };
  if (!cells && recipe.search?.suppression_limit !== undefined) search.suppression_limit = recipe.search.suppression_limit;
  const privacy = cells ? modelsOf(recipe).filter((model) => ['k-anonymity', 'km-anonymity'].includes(model.model)) : modelsOf(recipe);
  return { ...recipe, privacy, search };
}

/** The recipe with given levels instead of a search. */
export function withLevels(recipe: Recipe, levels: Record<string, number>): Recipe {
  const { time_limit: _time, ...search } = recipe.search ?? {};
  return { ...recipe, search: { ...search, method: 'fixed', levels } };
}

/** The first column whose role is missing, or null. */
export function withoutRole(recipe: Recipe, names: readonly string[]): string[] {
  const columns = columnsOf(recipe);
  return names.filter((name) => !columns[name]?.role);
}
