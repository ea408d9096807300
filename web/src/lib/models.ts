// Privacy models: their numbers with ranges, and defaults.
import type { ModelInfo, ModelKey, ModelVariant, PrivacyModel } from '../api/types';

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
export function newModel(name: string, column?: string | null): PrivacyModel {
  return { model: name, ...(column ? { column } : {}), ...DEFAULTS[name] };
}

/** The variant that a model has, where it has several. */
export function variantOf(model: PrivacyModel, info: ModelInfo | undefined): ModelVariant | undefined {
  return info?.variants.find((one) => one.name === model.variant) ?? info?.variants[0];
}

/** Keys to show for a model and its variant: required ones, those that are set, and choices between words. */
export function shownKeys(model: PrivacyModel, info: ModelInfo | undefined): ModelKey[] {
  const known = [...(info?.keys ?? []), ...(variantOf(model, info)?.keys ?? [])];
  const isSet = (key: ModelKey): boolean => model[key.name] !== undefined && model[key.name] !== null;
  return known.filter((key) => key.name !== 'column' && key.name !== 'variant' && (key.required || isSet(key) || (key.words?.length ?? 0) > 0));
}

/** The model with another variant: numbers that both have stay, others get a usual value. */
export function withVariant(model: PrivacyModel, info: ModelInfo, variant: string): PrivacyModel {
  const keys = info.variants.find((one) => one.name === variant)?.keys ?? [];
  const changed: PrivacyModel = { model: model.model, ...(model.column ? { column: model.column } : {}), variant };
  for (const key of keys) {
    const value = model[key.name] ?? (key.required ? (VARIANT_DEFAULTS[key.name] ?? 1) : undefined);
    if (value !== undefined) changed[key.name] = value;
  }
  return changed;
}
const VARIANT_DEFAULTS: Record<string, unknown> = { l: 3, c: 3, c1: 3, c2: 0.5 };
