// The resources of the REST API, by the names that the screens use; schema.d.ts is generated from the OpenAPI document.
import type { components } from './schema';

type Schemas = components['schemas'];

export type Role = 'identifying' | 'quasi' | 'sensitive' | 'insensitive';
export type Session = Schemas['Session'];
export type ModelKey = Schemas['Key'];
export type ModelVariant = Schemas['Variant'];
export type ModelInfo = Schemas['Model'];
export type AuditEntry = Schemas['Entry'];
export type Project = Schemas['Project'];
export type ProjectDetails = Schemas['Whole'];
export type Dataset = Schemas['Dataset'];
export type Profile = Schemas['inspect.report'];
export type ProfileColumn = Schemas['inspect.report.InspectedColumn'];
export type Rows = Schemas['Page'];
export type FolderFile = Schemas['DataFile'];

// The recipe, in the structure of its TOML file.
export type HierarchySpec = string | Record<string, unknown>;
export interface RecipeColumn {
  role?: Role | null;
  type?: string | null;
  hierarchy?: HierarchySpec | null;
  [key: string]: unknown;
}
export interface PrivacyModel {
  model: string;
  column?: string | null;
  [key: string]: unknown;
}
export interface Recipe {
  data?: Record<string, unknown>;
  columns?: Record<string, RecipeColumn>;
  privacy?: PrivacyModel[];
  search?: Record<string, unknown>;
  [key: string]: unknown;
}
export interface SuggestedColumn {
  name: string;
  role: Role;
  reason: string;
  hierarchy: HierarchySpec | null;
}
export interface Suggestion {
  columns: SuggestedColumn[];
  privacy: string[];
  method: string;
  recipe: string;
  notes: string[];
}
export type Validation = { valid: true; recipe?: Recipe } | { valid: false; error: ApiProblem };

export type HierarchyFile = Schemas['Named'];
export interface MadeHierarchy {
  levels: number[];
  csv: string;
}
export interface HierarchyCheck {
  valid: boolean;
  format: string;
  levels: number[];
  defects: { line?: number; kind: string; message: string }[];
  repairs: unknown[];
}

// Jobs.
export type Verb = 'inspect' | 'discover' | 'risk' | 'exposure' | 'anonymize' | 'verify' | 'compare' | 'attack' | 'report';
export type JobState = Schemas['JobState'];
export type JobSummary = Schemas['JobSummary'];
export type Step = Schemas['TaskState'];
export type Job<R = unknown> = Omit<Schemas['Job'], 'report'> & { report?: R | null };
export type Lattice = Schemas['Lattice'];
export type Manifest = Schemas['Manifest'];
export type ApiProblem = Schemas['ErrorBody'];
