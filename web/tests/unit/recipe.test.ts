import { describe, expect, it } from 'vitest';
import type { Recipe } from '../../src/api/types';
import { kOf, namesWithRole, searchesLevels, suppressionLimit, withLevels, withMethod, withoutRole, withRoles } from '../../src/lib/recipe';

const recipe: Recipe = {
  columns: { name: { role: 'identifying' }, age: { role: 'quasi', hierarchy: { intervals: [5] }, max_level: 1 }, disease: { role: 'sensitive' } },
  privacy: [{ model: 'k-anonymity', k: 5 }, { model: 'l-diversity', column: 'disease', variant: 'distinct', l: 3 }],
  search: { suppression_limit: '0.05' },
};

describe('recipes', () => {
  it('lose what a new role does not use', () => {
    const changed = withRoles(recipe, ['age', 'disease'], 'insensitive');
    expect(changed.columns?.age).toEqual({ role: 'insensitive' });
    expect(changed.privacy).toEqual([{ model: 'k-anonymity', k: 5 }]);
    expect(recipe.privacy?.length).toBe(2);
  });
  it('get l-diversity with a new sensitive attribute, l at most its values', () => {
    const profile = new Map([['age', { distinct: 2 } as never]]);
    expect(withRoles(recipe, ['age'], 'sensitive', profile).privacy?.at(-1)).toEqual({ model: 'l-diversity', column: 'age', variant: 'distinct', l: 2 });
    expect(withRoles(recipe, ['name'], 'sensitive').privacy?.at(-1)?.l).toBe(3);
    expect(withRoles(recipe, ['disease'], 'sensitive').privacy?.length).toBe(2);
  });
  it('keep only what another method takes', () => {
    expect(withMethod(recipe, 'compartment', { max_size: 2 })).toMatchObject({ privacy: [{ model: 'k-anonymity', k: 5 }], search: { method: 'compartment', max_size: 2 } });
    expect(withMethod(recipe, 'mondrian').search).toEqual({ method: 'mondrian', suppression_limit: '0.05' });
    expect(withLevels({ ...recipe, search: { time_limit: '9s' } }, { age: 1 }).search).toEqual({ method: 'fixed', levels: { age: 1 } });
  });
  it('are read', () => {
    expect(kOf(recipe)).toBe(5);
    expect(kOf(null)).toBe(5);
    expect(suppressionLimit(recipe)).toBe(0.05);
    expect(searchesLevels(recipe)).toBe(true);
    expect(namesWithRole(recipe, 'quasi')).toEqual(['age']);
    expect(withoutRole(recipe, ['age', 'zip'])).toEqual(['zip']);
  });
});
