import { describe, expect, it } from 'vitest';
import { distribution, frequencies, histogram } from '../../src/lib/distribution';
import { exposures, ranked } from '../../src/lib/exposure';
import { bytes, count, counted, list, number, percent } from '../../src/lib/format';
import { defaultSpec, fileName, kindOf, numbers } from '../../src/lib/kinds';
import { newModel, shownKeys, withVariant } from '../../src/lib/models';
import { grouped, typeOf } from '../../src/lib/openapi';
import { scrollScale, TALLEST, visible } from '../../src/lib/virtual';

describe('numbers for readers', () => {
  it('have few digits and no odd percentages', () => {
    expect([0, 1, 0.0004, 0.99995, 0.12345, 0.05].map(percent)).toEqual(['0\u00a0%', '100\u00a0%', '<\u00a00.1\u00a0%', '>\u00a099.9\u00a0%', '12.3\u00a0%', '5\u00a0%']);
    expect([null, undefined, NaN].map((value) => percent(value))).toEqual(['–', '–', '–']);
    expect([1234567, 0.0123456, 12345.6].map((value) => number(value))).toEqual(['1,234,567', '0.0123', '12,346']);
    expect([bytes(999), bytes(1_049_000), count(1000)]).toEqual(['999 B', '1.05 MB', '1,000']);
    expect([counted(1, 'class', 'classes'), counted(2, 'class', 'classes')]).toEqual(['1 class', '2 classes']);
    expect(list(['a', 'b', 'c'], 2)).toBe('a, b and 1 more');
  });
});

describe('virtual lists', () => {
  it('show what is visible and a little more', () => {
    expect(visible(0, 100, 10, 1000, 2)).toEqual({ first: 0, end: 12 });
    expect(visible(500, 100, 10, 1000, 2)).toEqual({ first: 48, end: 62 });
    expect(visible(99999, 100, 10, 5, 2)).toEqual({ first: 5, end: 5 });
    expect(visible(0, 100, 10, 0)).toEqual({ first: 0, end: 0 });
  });
  it('reach the end of tables taller than a browser allows', () => {
    const rows = 10_000_000;
    const scale = scrollScale(rows, 30, 400);
    expect((TALLEST - 400) * scale + 400).toBeCloseTo(rows * 30);
    expect(scrollScale(100, 30, 400)).toBe(1);
  });
});

describe('distributions', () => {
  it('count texts and join the rest', () => {
    const values = [...'aaabbc', null, ...Array.from({ length: 20 }, (_, at) => `x${at}`)];
    const shares = frequencies(values, 'missing', 'other');
    expect(shares[0]).toEqual({ name: 'a', value: 3 });
    expect(shares.at(-1)?.name).toBe('other');
    expect(shares.reduce((sum, share) => sum + share.value, 0)).toBe(values.length);
  });
  it('order intervals and bin numbers', () => {
    expect(frequencies(['[40, 80)', '[0, 40)', '[40, 80)', '*'], '', '').map((share) => share.name)).toEqual(['[0, 40)', '[40, 80)', '*']);
    const bins = histogram(Array.from({ length: 100 }, (_, at) => String(at)), 'missing');
    expect(bins[0]).toEqual({ name: '0–10', value: 10 });
    expect(distribution(['1', '2', '2'], '', '')).toEqual([{ name: '1', value: 1 }, { name: '2', value: 2 }]);
  });
});

describe('discovery', () => {
  const report = { rows: 9, minimal_qids: [['a'], ['b', 'c']], coverage: [2, 7], standalone_identifiers: ['id'], column_risks: [{ column: 'a', sets: 1 }, { column: 'b', sets: 1 }] } as never;
  it('says what single columns expose', () => {
    expect(exposures(report).get('a')).toEqual({ alone: 2, sets: 1, standalone: false });
    expect(exposures(report).get('id')?.standalone).toBe(true);
    expect(ranked(report)[0]).toEqual({ columns: ['b', 'c'], records: 7 });
  });
});

describe('kinds and models', () => {
  it('have defaults', () => {
    expect(kindOf(null)).toBe('default');
    expect(kindOf('age.csv')).toBe('file');
    expect(kindOf({ intervals: [5] })).toBe('intervals');
    expect(defaultSpec('dates', undefined)).toEqual({ dates: ['month', 'year', 'decade'] });
    expect(fileName('zip code/ä')).toBe('zip_code_.csv');
    expect([numbers('5, 10'), numbers('5, x'), numbers('')]).toEqual([[5, 10], null, null]);
    expect(newModel('l-diversity', 'disease')).toEqual({ model: 'l-diversity', column: 'disease', variant: 'distinct', l: 3 });
  });
  it('change their keys with the variant', () => {
    const key = (name: string, required = true) => ({ name, about: name, kind: 'number', words: [], required });
    const info = { name: 'l-diversity', summary: '', needs_column: true, keys: [key('column')], variants: [{ name: 'distinct', summary: '', keys: [key('l')] }, { name: 'recursive', summary: '', keys: [key('l'), key('c')] }] };
    const model = { model: 'l-diversity', column: 'd', variant: 'distinct', l: 4 };
    expect(withVariant(model, info, 'recursive')).toEqual({ ...model, variant: 'recursive', c: 3 });
    expect(shownKeys(model, info).map((one) => one.name)).toEqual(['l']);
  });
});

describe('the OpenAPI document', () => {
  it('is grouped by tag and filtered', () => {
    const document = { openapi: '3.1.0', info: { title: '', version: '' }, paths: { '/a': { get: { tags: ['x'], summary: 'List' }, post: { tags: ['x'], summary: 'Make' } }, '/b': { get: {} } } };
    expect(grouped(document, '', 'other').map(([tag, all]) => [tag, all.length])).toEqual([['x', 2], ['other', 1]]);
    expect(grouped(document, 'make', 'other').length).toBe(1);
    expect(typeOf({ type: 'array', items: { $ref: '#/components/schemas/Job' } })).toBe('Job[]');
    expect(typeOf({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('string | null');
  });
});
