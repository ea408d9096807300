// One function an operation of the REST API.
import { enc, json, send, text, url } from './http';
import type {
  AuditEntry, Dataset, FolderFile, HierarchyCheck, HierarchyFile, HierarchySpec, Job, JobSummary, Lattice, MadeHierarchy, Manifest,
  ModelInfo, Profile, Project, ProjectDetails, Recipe, Rows, Session, Suggestion, Validation, Verb,
} from './types';

const project = (id: string): string => `/projects/${enc(id)}`;
const job = (p: string, j: string): string => `${project(p)}/jobs/${enc(j)}`;
const dataset = (p: string, d: string): string => `${project(p)}/datasets/${enc(d)}`;

export const session = (): Promise<Session> => json('/session');
export const models = async (): Promise<ModelInfo[]> => (await json<{ models: ModelInfo[] }>('/models')).models;
export const audit = async (limit = 500): Promise<AuditEntry[]> => (await json<{ entries: AuditEntry[] }>(`/audit?limit=${limit}`)).entries;
export const openapi = (): Promise<unknown> => json('/openapi.json');
export const folderFiles = async (): Promise<FolderFile[]> => (await json<{ files: FolderFile[] }>('/files')).files;

export const projects = async (): Promise<Project[]> => (await json<{ projects: Project[] }>('/projects')).projects;
export const createProject = (name: string): Promise<Project> => json('/projects', { method: 'POST', json: { name } });
export const projectDetails = (p: string): Promise<ProjectDetails> => json(project(p));
export const renameProject = (p: string, name: string): Promise<Project> => json(project(p), { method: 'PATCH', json: { name } });
export const deleteProject = (p: string): Promise<Response> => send(project(p), { method: 'DELETE' });

export interface ReadingOptions {
  delimiter?: string;
  null?: string[];
  no_header?: boolean;
}
function reading(options: ReadingOptions): string {
  const parts = new URLSearchParams();
  if (options.delimiter) parts.set('delimiter', options.delimiter);
  // Several words are separated by the unit separator.
  if (options.null?.length) parts.set('null', options.null.join('\u001f'));
  if (options.no_header) parts.set('no_header', 'true');
  const query = parts.toString();
  return query ? `&${query}` : '';
}
/** Uploads with progress, which fetch does not report. */
export { upload } from './upload';
export const uploadPath = (p: string, name: string, options: ReadingOptions): string =>
  url(`${project(p)}/datasets?name=${enc(name)}${reading(options)}`);
export const takeFile = (p: string, path: string, options: ReadingOptions = {}): Promise<Dataset> =>
  json(`${project(p)}/datasets?path=${enc(path)}${reading(options)}`, { method: 'POST' });
export const makeExample = (p: string, example: string, rows: number, columns: number): Promise<Dataset> =>
  json(`${project(p)}/datasets?example=${enc(example)}&rows=${rows}&columns=${columns}`, { method: 'POST' });
export const deleteDataset = (p: string, d: string): Promise<Response> => send(dataset(p, d), { method: 'DELETE' });
export const profile = (p: string, d: string, values = 0): Promise<Profile> =>
  json(`${dataset(p, d)}/profile${values ? `?values=${values}` : ''}`);
export const datasetRows = (p: string, d: string, offset: number, limit: number, signal?: AbortSignal): Promise<Rows> =>
  json(`${dataset(p, d)}/rows?offset=${offset}&limit=${limit}`, signal ? { signal } : {});

export async function recipe(p: string): Promise<{ recipe: Recipe; etag: string | null }> {
  const answer = await send(`${project(p)}/recipe`);
  return { recipe: (await answer.json()) as Recipe, etag: answer.headers.get('etag') };
}
export const recipeToml = (p: string): Promise<string> => text(`${project(p)}/recipe`, { accept: 'application/toml' });
export async function putRecipe(p: string, recipe: Recipe | string, ifMatch: string | null): Promise<string | null> {
  const what = typeof recipe === 'string' ? { body: recipe, type: 'application/toml' } : { json: recipe };
  const answer = await send(`${project(p)}/recipe`, { method: 'PUT', ifMatch, ...what });
  const { etag } = (await answer.json()) as { etag?: string };
  return answer.headers.get('etag') ?? etag ?? null;
}
export const suggest = (p: string, d: string): Promise<Suggestion> => json(`${project(p)}/recipe/suggest`, { method: 'POST', json: { dataset: d } });
export const validate = (p: string, d: string, recipe: Recipe | string): Promise<Validation> =>
  json(`${project(p)}/recipe/validate`, { method: 'POST', json: { dataset: d, recipe } });

export const hierarchies = async (p: string): Promise<HierarchyFile[]> =>
  (await json<{ hierarchies: HierarchyFile[] }>(`${project(p)}/hierarchies`)).hierarchies;
export const hierarchyText = (p: string, name: string): Promise<string> => text(`${project(p)}/hierarchies/${enc(name)}`);
export const putHierarchy = (p: string, name: string, csv: string): Promise<{ levels: number[] }> =>
  json(`${project(p)}/hierarchies/${enc(name)}`, { method: 'PUT', body: csv, type: 'text/csv' });
export const makeHierarchy = (p: string, d: string, column: string, hierarchy: HierarchySpec | null, signal?: AbortSignal): Promise<MadeHierarchy> =>
  json(`${project(p)}/hierarchies/make`, { method: 'POST', json: { dataset: d, column, hierarchy }, ...(signal ? { signal } : {}) });
export const checkHierarchy = (p: string, csv: string, d: string, column: string): Promise<HierarchyCheck> =>
  json(`${project(p)}/hierarchies/check`, { method: 'POST', json: { csv, dataset: d, column } });

export const startJob = async (p: string, verb: Verb, d: string, request: Record<string, unknown>): Promise<string> =>
  (await json<{ id: string }>(`${project(p)}/jobs`, { method: 'POST', json: { verb, dataset: d, request } })).id;
export const jobs = async (p: string): Promise<JobSummary[]> => (await json<{ jobs: JobSummary[] }>(`${project(p)}/jobs`)).jobs;
export const jobDetails = <R>(p: string, j: string): Promise<Job<R>> => json(job(p, j));
export const removeJob = (p: string, j: string): Promise<Response> => send(job(p, j), { method: 'DELETE' });
export const restartJob = async (p: string, j: string): Promise<string> => (await json<{ id: string }>(`${job(p, j)}/restart`, { method: 'POST' })).id;
export const eventsUrl = (p: string, j: string): string => url(`${job(p, j)}/events`);
export const releaseRows = (p: string, j: string, offset: number, limit: number, signal?: AbortSignal): Promise<Rows> =>
  json(`${job(p, j)}/rows?offset=${offset}&limit=${limit}`, signal ? { signal } : {});
export const releaseUrl = (p: string, j: string, format: 'csv' | 'parquet'): string => url(`${job(p, j)}/release?format=${format}`);
export const releaseFileUrl = (p: string, j: string, name: string): string => url(`${job(p, j)}/files/${enc(name)}`);
export const reportUrl = (p: string, j: string): string => url(`${job(p, j)}/report.html`);
export const lattice = (p: string, j: string): Promise<Lattice> => json(`${job(p, j)}/solutions`);
export const manifest = (p: string, j: string): Promise<Manifest> => json(`${job(p, j)}/manifest`);
export const script = (p: string, j: string, target: 'toml' | 'shell' | 'python'): Promise<string> => text(`${job(p, j)}/script?for=${target}`);
