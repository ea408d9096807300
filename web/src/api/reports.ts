// The reports of the library that the screens show, by shorter names.
import type { components } from './schema';

type Schemas = components['schemas'];

export type Anonymization = Schemas['anonymize.report'];
export type ListedSolution = Schemas['anonymize.report.ListedSolution'];
export type Levels = Record<string, number>;
export type VerifiedModel = Schemas['anonymize.report.VerifiedModel'];
export type Figure = VerifiedModel['required'];
export type Discovery = Schemas['discover.report'];
export type ExposureReport = Schemas['exposure.report'];
export type Comparison = Schemas['compare.report'];
export type ClassFigures = Schemas['compare.report.ClassFigures'];
export type AttackReport = Schemas['attack.report'];
