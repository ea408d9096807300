// Hash routes: #/ , #/p/ID/STEP[/JOB], #/docs, #/audit.
export const STEPS = ['data', 'columns', 'hierarchies', 'goal', 'solutions', 'result', 'publish'] as const;
export type StepName = (typeof STEPS)[number];

export type Route =
  | { page: 'projects' }
  | { page: 'docs' }
  | { page: 'audit' }
  | { page: 'project'; id: string; step: StepName; job: string | null }
  | { page: 'unknown' };

export function parseRoute(hash: string): Route {
  const parts = hash.replace(/^#\/?/, '').split('?')[0]?.split('/').filter(Boolean).map(decodeURIComponent) ?? [];
  const [first, id, step, job] = parts;
  if (first === undefined) return { page: 'projects' };
  if (first === 'docs') return { page: 'docs' };
  if (first === 'audit') return { page: 'audit' };
  if (first === 'p' && id) {
    const known = STEPS.find((name) => name === (step ?? 'data'));
    if (known) return { page: 'project', id, step: known, job: job ?? null };
  }
  return { page: 'unknown' };
}

export function stepHash(id: string, step: StepName, job?: string | null): string {
  return `#/p/${encodeURIComponent(id)}/${step}${job ? `/${encodeURIComponent(job)}` : ''}`;
}

class Router {
  route = $state<Route>(parseRoute(location.hash));

  constructor() {
    window.addEventListener('hashchange', () => {
      this.route = parseRoute(location.hash);
      window.scrollTo(0, 0);
    });
  }

  go(hash: string): void {
    location.hash = hash;
  }
}

export const router = new Router();
