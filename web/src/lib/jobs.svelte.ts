// A job of the server: started, followed by its events, cancelled.
import * as api from '../api/client';
import { ApiError } from '../api/http';
import type { ApiProblem, Job, JobState, Step, Verb } from '../api/types';

const FINAL: readonly JobState[] = ['done', 'failed', 'cancelled', 'interrupted'];
export const isFinal = (state: JobState): boolean => FINAL.includes(state);

export class JobRun<R> {
  id = $state<string | null>(null);
  state = $state<JobState | 'idle' | 'starting'>('idle');
  progress = $state<Step[]>([]);
  report = $state.raw<R | null>(null);
  error = $state<ApiProblem | null>(null);
  private events: EventSource | null = null;
  private generation = 0;

  constructor(private readonly project: () => string) {}

  get busy(): boolean {
    return this.state === 'starting' || this.state === 'queued' || this.state === 'running';
  }

  /** Cancels what still runs, starts anew and waits for the end; null when something else was started meanwhile. */
  async run(verb: Verb, dataset: string, request: Record<string, unknown>): Promise<Job<R> | null> {
    this.cancel();
    const generation = this.generation;
    this.state = 'starting';
    this.error = null;
    this.progress = [];
    try {
      const id = await api.startJob(this.project(), verb, dataset, request);
      if (generation !== this.generation) {
        void api.removeJob(this.project(), id).catch(() => {});
        return null;
      }
      this.id = id;
      this.state = 'queued';
      return await this.follow(id, generation);
    } catch (error) {
      if (generation === this.generation) this.fail(error);
      return null;
    }
  }

  /** Shows a job that was started before. */
  async load(id: string): Promise<Job<R> | null> {
    this.stop();
    const generation = this.generation;
    this.id = id;
    this.state = 'starting';
    try {
      const job = await api.jobDetails<R>(this.project(), id);
      if (generation !== this.generation) return null;
      this.take(job);
      return isFinal(job.state) ? job : await this.follow(id, generation);
    } catch (error) {
      if (generation === this.generation) this.fail(error);
      return null;
    }
  }

  cancel(): void {
    const { id, busy } = this;
    this.stop();
    if (id && busy) void api.removeJob(this.project(), id).catch(() => {});
    if (busy) this.state = 'cancelled';
  }

  /** Stops listening; the job goes on. */
  stop(): void {
    this.generation += 1;
    this.events?.close();
    this.events = null;
  }

  private async follow(id: string, generation: number): Promise<Job<R> | null> {
    await this.listen(id, generation);
    if (generation !== this.generation) return null;
    const job = await api.jobDetails<R>(this.project(), id);
    if (generation !== this.generation) return null;
    this.take(job);
    return job;
  }

  private listen(id: string, generation: number): Promise<void> {
    return new Promise((resolve) => {
      const events = new EventSource(api.eventsUrl(this.project(), id));
      this.events = events;
      const finish = (): void => {
        events.close();
        resolve();
      };
      events.addEventListener('state', (event) => {
        if (generation !== this.generation) return finish();
        const job = JSON.parse((event as MessageEvent<string>).data) as Job<R>;
        this.take(job);
        if (isFinal(job.state)) finish();
      });
      events.onerror = () => {
        events.close();
        void this.poll(id, generation).then(resolve);
      };
    });
  }

  /** Where events do not come through, asks again and again. */
  private async poll(id: string, generation: number): Promise<void> {
    while (generation === this.generation) {
      const job = await api.jobDetails<R>(this.project(), id);
      this.take(job);
      if (isFinal(job.state)) return;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  private take(job: Job<R>): void {
    this.state = job.state;
    this.progress = job.progress ?? [];
    if (job.report) this.report = job.report;
    this.error = job.error ?? null;
  }

  private fail(error: unknown): void {
    this.state = 'failed';
    this.error = error instanceof ApiError ? error.problem : { code: 'page', message: String(error) };
  }
}
