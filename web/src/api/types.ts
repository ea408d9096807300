// The resources of the REST API.
export type Role = 'identifying' | 'quasi' | 'sensitive' | 'insensitive';

export interface Session {
  user: string;
  role: 'steward' | 'viewer';
  version: string;
  upload_limit: number;
  data_folder: boolean;
  threads: number;
  jobs_at_once: number;
}
export interface ModelKey {
  name: string;
  about: string;
  kind: string;
  words?: string[] | null;
  required: boolean;
}
export interface ModelVariant {
  name: string;
  summary: string;
  keys: ModelKey[];
}
export interface ModelInfo {
  name: string;
  keys: ModelKey[];
  variants: ModelVariant[];
  summary: string;
  needs_column: boolean;
}
export interface AuditEntry {
  time: string;
  user: string;
  action: string;
  project?: string | null;
  status: number | string;
}
export interface Project {
  id: string;
  name: string;
  created: string;
}
export interface Dataset {
  id: string;
  name: string;
  rows: number;
  columns: number;
  bytes: number;
  created: string;
}
export interface ProjectDetails extends Project {
  datasets: Dataset[];
  jobs: JobSummary[];
}
export interface FrequentValue {
  value: string;
  count: number;
}
export interface ProfileColumn {
  name: string;
  type: string;
  nulls: number;
  distinct: number;
  cardinality: number;
  unique_share: number;
  entropy_bits: number;
  kl_uniform: number;
  kind: string | null;
  standalone: boolean;
  role: Role;
  reason: string;
  min?: string | null;
  max?: string | null;
  top?: FrequentValue[] | null;
}
export interface Profile {
  rows: number;
  columns: ProfileColumn[];
  standalone_identifiers: string[];
}
export interface Rows {
  columns: string[];
  offset: number;
  total: number;
  rows: (string | null)[][];
}
export interface FolderFile {
  path: string;
  bytes: number;
}

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

export interface HierarchyFile {
  name: string;
  bytes: number;
}
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
export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted';
export interface JobSummary {
  id: string;
  verb: Verb;
  dataset: string;
  state: JobState;
  verdict?: 'holds' | 'does-not-hold' | 'limited' | 'interrupted' | null;
  created: string;
  started?: string | null;
  ended?: string | null;
  user: string;
  release: boolean;
}
export interface Step {
  label: string;
  done: number;
  total?: number | null;
  note?: string | null;
}
export interface Job<R = unknown> extends JobSummary {
  request: Record<string, unknown>;
  progress?: Step[] | null;
  report?: R | null;
  error?: ApiProblem | null;
}
export interface Lattice {
  columns: string[];
  heights: number[];
  levels: number[][];
  holds: boolean[];
  value: (number | null)[];
  suppressed: number[];
  best: number | null;
  published: number | null;
}
export interface Manifest {
  lethe: string;
  created: string;
  verdict: string;
  models: unknown[];
  files: { name: string; bytes: number; sha256: string }[];
  dataset: { name: string; bytes: number; sha256: string };
  recipe: string;
  seed: number | null;
}
export interface ApiProblem {
  code: string;
  message: string;
  file?: string | null;
  line?: number | null;
  column?: string | null;
  hint?: string | null;
}
