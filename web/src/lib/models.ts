// Privacy models: their numbers with ranges, and defaults.
import type { ModelInfo, ModelKey, PrivacyModel } from '../api/types';

export interface Dial {
  min: number;
  max: number;
  sliderMax: number;
  step: number;
}

/** Numbers that a slider sets; other keys are typed. */
const DIALS: Record<string, Record<string, Dial>> = {
  'k-anonymity': { k: { min: 2, max: 100000, sliderMax: 50, step: 1 } },
  'l-diversity': { l: { min: 2, max: 1000, sliderMax: 10, step: 1 }, c: { min: 0.1, max: 1000, sliderMax: 10, step: 0.1 } },
  't-closeness': { t: { min: 0, max: 1, sliderMax: 1, step: 0.01 } },
  'beta-likeness': { beta: { min: 0.1, max: 1000, sliderMax: 10, step: 0.1 } },
  'delta-disclosure': { delta: { min: 0.1, max: 100, sliderMax: 5, step: 0.1 } },
  'alpha-k': { alpha: { min: 0.01, max: 1, sliderMax: 1, step: 0.01 }, k: { min: 2, max: 100000, sliderMax: 50, step: 1 } },
  'km-anonymity': { k: { min: 2, max: 100000, sliderMax: 50, step: 1 }, m: { min: 1, max: 50, sliderMax: 6, step: 1 } },
  'lkc-privacy': { l: { min: 1, max: 50, sliderMax: 6, step: 1 }, k: { min: 2, max: 100000, sliderMax: 50, step: 1 }, c: { min: 0.01, max: 1, sliderMax: 1, step: 0.01 } },
  'k-map': { k: { min: 2, max: 100000, sliderMax: 50, step: 1 } },
};
const SHARE: Dial = { min: 0, max: 1, sliderMax: 1, step: 0.01 };

export function dial(model: string, key: string): Dial | null {
  return DIALS[model]?.[key] ?? (key === 'max' || key === 'min' ? SHARE : null);
}

const DEFAULTS: Record<string, Record<string, unknown>> = {
  'k-anonymity': { k: 5 },
  'l-diversity': { variant: 'distinct', l: 3 },
  't-closeness': { t: 0.3 },
  'beta-likeness': { beta: 1 },
  'delta-disclosure': { delta: 1 },
  'alpha-k': { alpha: 0.5, k: 5 },
  'lkc-privacy': { l: 2, k: 5, c: 0.5 },
  'km-anonymity': { k: 5, m: 2 },
  'k-map': { k: 5 },
  'average-risk': { max: 0.1 },
  'sample-uniqueness': { max: 0.01 },
  'population-uniqueness': { max: 0.01, population: 1000000 },
  'reidentification-risk': { max: 0.2, attacker: 'prosecutor' },
  'delta-presence': { min: 0, max: 0.5 },
};
/** Words that a key may have. */
export const CHOICES: Record<string, string[]> = {
  variant: ['distinct', 'entropy', 'recursive'],
  distance: ['equal', 'ordered', 'hierarchical'],
  attacker: ['prosecutor', 'journalist', 'marketer'],
  estimator: ['dankar', 'pitman', 'zayatz', 'snb'],
};

export function newModel(name: string, column?: string | null): PrivacyModel {
  return { model: name, ...(column ? { column } : {}), ...DEFAULTS[name] };
}

/** Keys to show for a model: those that it has, those that it needs, and those of its variant. */
export function shownKeys(model: PrivacyModel, info: ModelInfo | undefined): ModelKey[] {
  const known = info?.keys ?? [];
  const names = new Set(known.map((key) => key.name));
  const extra = Object.keys(model).filter((name) => name !== 'model' && !names.has(name)).map((name) => ({ name, kind: typeof model[name] === 'number' ? 'number' : 'text', required: true }));
  const isShown = (key: ModelKey): boolean => key.name !== 'model' && key.name !== 'column' && (key.required || (model[key.name] !== undefined && model[key.name] !== null) || key.name in CHOICES);
  const shown = [...known, ...extra].filter(isShown);
  if (model.model === 'l-diversity') return shown.filter((key) => key.name !== 'estimator' && (key.name !== 'c' || model.variant === 'recursive'));
  return shown;
}

/** The model after a key was set, with what the new variant needs. */
export function withKey(model: PrivacyModel, key: string, value: unknown): PrivacyModel {
  const changed: PrivacyModel = { ...model, [key]: value };
  if (model.model === 'l-diversity' && key === 'variant') {
    delete changed.c;
    if (value === 'recursive') changed.c = 3;
  }
  return changed;
}
