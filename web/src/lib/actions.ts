// What several screens do: start a project with a table.
import * as api from '../api/client';
import type { ReadingOptions } from '../api/client';
import type { Dataset } from '../api/types';
import { router, stepHash } from './router.svelte';
import { project } from './project.svelte';

export type Source =
  | { kind: 'file'; file: File; options: ReadingOptions }
  | { kind: 'folder'; path: string; options: ReadingOptions }
  | { kind: 'example'; example: string; rows: number; columns: number };

const nameOf = (source: Source): string => {
  if (source.kind === 'example') return `Example: ${source.example}`;
  const path = source.kind === 'file' ? source.file.name : source.path;
  return path.split('/').at(-1)?.replace(/\.[^.]+$/, '') || path;
};

/** Loads a table into a project. */
export function load(id: string, source: Source, onProgress: (share: number) => void, signal: AbortSignal): Promise<Dataset> {
  if (source.kind === 'file') return api.upload(api.uploadPath(id, source.file.name, source.options), source.file, onProgress, signal);
  if (source.kind === 'folder') return api.takeFile(id, source.path, source.options);
  return api.makeExample(id, source.example, source.rows, source.columns);
}

/** Creates a project named after the table, loads it, suggests a recipe and opens the first step. */
export async function startProject(source: Source, onProgress: (share: number) => void, signal: AbortSignal): Promise<void> {
  const created = await api.createProject(nameOf(source));
  try {
    await load(created.id, source, onProgress, signal);
  } catch (error) {
    await api.deleteProject(created.id).catch(() => {});
    throw error;
  }
  await project.open(created.id);
  router.go(stepHash(created.id, 'data'));
}
