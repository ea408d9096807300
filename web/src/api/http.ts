import type { ApiProblem } from './types';

/** A request that the server answered with an error, or that did not reach it (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: ApiProblem,
  ) {
    super(problem.message);
  }
}

/** Called when the server cannot be reached or does not know the token. */
type Listener = (state: 'ok' | 'offline' | 'unauthorized') => void;
let listener: Listener = () => {};
export function onConnection(listen: Listener): void {
  listener = listen;
}

const base = 'api/v1';
export const url = (path: string): string => `${base}${path}`;
export const enc = encodeURIComponent;

export interface Options {
  method?: string;
  json?: unknown;
  body?: BodyInit;
  type?: string;
  accept?: string;
  ifMatch?: string | null;
  signal?: AbortSignal;
}

export async function send(path: string, options: Options = {}): Promise<Response> {
  const headers: Record<string, string> = { accept: options.accept ?? 'application/json' };
  if (options.json !== undefined) headers['content-type'] = 'application/json';
  if (options.type) headers['content-type'] = options.type;
  if (options.ifMatch) headers['if-match'] = options.ifMatch;
  const body = options.json !== undefined ? JSON.stringify(options.json) : options.body;
  let answer: Response;
  try {
    answer = await fetch(url(path), {
      method: options.method ?? 'GET',
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    listener('offline');
    throw new ApiError(0, { code: 'offline', message: 'The server cannot be reached.', hint: 'Start it again with `lethe serve`.' });
  }
  listener(answer.status === 401 ? 'unauthorized' : 'ok');
  if (!answer.ok) throw new ApiError(answer.status, await problemOf(answer));
  return answer;
}

async function problemOf(answer: Response): Promise<ApiProblem> {
  try {
    const { error } = (await answer.json()) as { error?: ApiProblem };
    if (error?.message) return error;
  } catch {
    // The body is no JSON: the status has to do.
  }
  return { code: `http-${answer.status}`, message: `${answer.status} ${answer.statusText}`.trim() };
}

export async function json<T>(path: string, options: Options = {}): Promise<T> {
  return (await (await send(path, options)).json()) as T;
}

export async function text(path: string, options: Options = {}): Promise<string> {
  return (await send(path, { accept: 'text/plain, */*', ...options })).text();
}
