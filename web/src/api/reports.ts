// The parts of the library's reports that the screens use; the full schemas are printed by `lethe schema COMMAND`.
export interface Risk {
  max: number;
  avg: number;
  at_risk: number;
}
export interface VerifiedModel {
  model: string;
  variant?: string | null;
  column?: string | null;
  comparison: string;
  required: Figure;
  achieved: Figure | null;
  reason?: string | null;
  holds: boolean;
  failing_classes: number;
  failing_records: number;
}
export type Figure = number | [number, number] | string;

export type Levels = Record<string, number>;
export interface ListedSolution {
  levels: Levels;
  value: number;
  suppressed: number;
  classes: number;
  smallest_class: number | null;
  highest_risk: number | null;
  average_risk: number | null;
}
export interface Anonymization {
  holds: boolean;
  method: string;
  solution: { levels?: Levels; rounds?: { levels: Levels; records: number }[] } | null;
  quality: Record<string, number> | null;
  rows: number;
  suppressed: number;
  suppression_limit: number;
  suppressed_values: 'kept' | 'hidden' | null;
  models: VerifiedModel[];
  search: { space: number; checked: number; optimal: boolean; quality: string; value: number | null; bound: number | null; gap: number | null; pruned_by_bound: number; pruned_by_limit: number; elapsed_ms: number };
  grouping?: { groups: number; sizes: { records: number; groups: number }[] } | null;
  elimination?: { altered_cells: number; altered_share: number; suppressed_cells: number; compartments?: { files: { file: string | null; columns: string[] }[] } | null } | null;
  complete: boolean;
  nearest_miss?: { levels: Levels; suppressed: number; blocking: { model: string; records: number }[] } | null;
  explanation?: { columns: Forced[]; relaxations: Gain[] } | null;
  columns: { name: string; role: string | null; published: boolean; level?: number; top?: number; example?: string }[];
  notes: string[];
  solutions?: ListedSolution[] | null;
}
export interface Forced {
  column: string;
  level: number;
  holds: boolean;
  value: number;
  suppressed: number;
  broken: { model: string; classes: number; records: number }[];
}
export interface Gain {
  relaxation: string;
  gain: number;
  value: number | null;
  suppressed: number | null;
}
export interface Discovery {
  rows: number;
  columns: string[];
  k: number;
  max_size: number | null;
  complete: boolean;
  complete_to: number;
  all_columns: { unique_rows: number; exposed_rows: number } | null;
  standalone_identifiers: string[];
  minimal_qids: string[][];
  coverage?: number[] | null;
  exposed_records?: number | null;
  column_risks: { column: string; sets: number; smallest_set: number; records?: number | null }[];
  suggestions: string[];
  notes: string[];
}
export interface ExposureReport {
  rows: number;
  mean: number;
  flagged_records: number;
  top_nodes: { column: string; mcf: number; scf: number; count: number }[];
  certain: { from_column: string; to_column: string; support: number; probability: number; sensitive: boolean }[];
  certain_inferences: number;
}
export interface ClassFigures {
  rows: number;
  suppressed: number;
  classes: number;
  min_class: number | null;
  avg_class: number | null;
  unique_rows: number;
  rows_below_k: number;
  prosecutor: Risk | null;
  marketer: number | null;
  class_sizes: { from: number; to: number; classes: number; rows: number }[];
}
export interface ComparedColumn {
  name: string;
  type: string;
  role?: string | null;
  distinct: { original: number; released: number };
  missing: { original: number | null; released: number | null };
  altered_cells: number;
  levels?: { lowest: number; highest: number; top: number } | null;
  example?: string | null;
  total_variation: number | null;
  statistics?: { original: NumberStatistics | null; released: NumberStatistics | null } | null;
}
export interface NumberStatistics {
  mean: number;
  median: number | null;
  variance: number;
}
export interface Learned {
  model: string;
  accuracy: number;
  original_accuracy: number;
  zero_r: number;
  relative: number | null;
}
export interface Comparison {
  cells: number;
  altered_cells: number;
  altered_share: number | null;
  altered: { suppressed: number; generalized: number; falsified: number };
  correspondence: string;
  quality: Record<string, number | null>;
  columns: ComparedColumn[];
  associations: { preserved: number | null };
  count_queries: { mean_relative_error: number; median_relative_error: number } | null;
  risk: { columns: string[]; k: number; original: ClassFigures; released: ClassFigures };
  class?: string | null;
  learning?: Learned[] | null;
  notes: string[];
}
export interface AttackReport {
  known: number;
  reidentified: number;
  below_k: number;
  disclosed: number;
  blank: number;
  no_candidate: number;
  mean_success: number | null;
  k: number;
  records: number;
  columns: string[];
  sensitive: { column: string; disclosed: number }[];
  candidates: { from: number; to: number; records: number }[];
  knowledge?: { knowledge: number; attacks: number; reidentified: number; below_k: number; disclosed: number; mean_success: number | null }[] | null;
  inference: { column: string; baseline: number; mean_confidence: number }[];
  original?: { reidentified: number; below_k: number; disclosed: number } | null;
  notes: string[];
}
