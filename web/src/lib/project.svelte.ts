// The project that is open: its dataset, profile and recipe.
import * as api from '../api/client';
import { ApiError } from '../api/http';
import type { ApiProblem, Dataset, JobSummary, Profile, ProfileColumn, ProjectDetails, Recipe, Suggestion } from '../api/types';
import { app } from './app.svelte';
import { debounce } from './chunks';

class ProjectState {
  id = $state('');
  details = $state.raw<ProjectDetails | null>(null);
  profile = $state.raw<Profile | null>(null);
  recipe = $state.raw<Recipe | null>(null);
  reasons = $state.raw<Map<string, string>>(new Map());
  notes = $state.raw<string[]>([]);
  error = $state<ApiProblem | null>(null);
  /** The recipe was changed elsewhere; reload before changing it further. */
  conflict = $state(false);
  saving = $state(false);
  loading = $state(false);
  /** Grows with every change of the recipe. */
  version = $state(0);
  private etag: string | null = null;
  private dirty = false;
  private readonly saveLater = debounce(500, () => void this.save());

  dataset = $derived<Dataset | null>(this.details?.datasets.at(-1) ?? null);
  columns = $derived<Map<string, ProfileColumn>>(new Map((this.profile?.columns ?? []).map((column) => [column.name, column])));

  async open(id: string): Promise<void> {
    if (this.id === id && this.details) return;
    await this.save();
    this.reset(id);
    this.loading = true;
    try {
      this.details = await api.projectDetails(id);
      await Promise.all([this.loadProfile(), this.loadRecipe()]);
    } catch (error) {
      this.fail(error);
    } finally {
      this.loading = false;
    }
  }

  private reset(id: string): void {
    this.id = id;
    this.details = null;
    this.profile = null;
    this.recipe = null;
    this.reasons = new Map();
    this.notes = [];
    this.error = null;
    this.conflict = false;
    this.etag = null;
    this.dirty = false;
  }

  close(): void {
    void this.save();
    this.reset('');
  }

  async refresh(): Promise<void> {
    this.details = await api.projectDetails(this.id);
  }

  get jobs(): JobSummary[] {
    return this.details?.jobs ?? [];
  }

  /** After another table was loaded: its profile, and a recipe where there is none that fits. */
  async datasetChanged(): Promise<void> {
    await this.refresh();
    await this.loadProfile();
    if (app.mayChange) await this.suggest();
  }

  private async loadProfile(): Promise<void> {
    const dataset = this.dataset;
    this.profile = dataset ? await api.profile(this.id, dataset.id) : null;
    this.reasons = new Map((this.profile?.columns ?? []).map((column) => [column.name, column.reason]));
  }

  async loadRecipe(): Promise<void> {
    try {
      const { recipe, etag } = await api.recipe(this.id);
      this.recipe = recipe;
      this.etag = etag;
      this.conflict = false;
      this.dirty = false;
      this.version += 1;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      this.recipe = null;
      if (this.dataset && app.mayChange) await this.suggest();
    }
  }

  /** Takes the suggested recipe. */
  async suggest(): Promise<Suggestion | null> {
    const dataset = this.dataset;
    if (!dataset) return null;
    const suggestion = await api.suggest(this.id, dataset.id);
    this.etag = await api.putRecipe(this.id, suggestion.recipe, null);
    this.reasons = new Map(suggestion.columns.map((column) => [column.name, column.reason]));
    this.notes = suggestion.notes;
    await this.loadRecipe();
    return suggestion;
  }

  /** Changes the recipe here and, a moment later, on the server. */
  change(edit: (recipe: Recipe) => Recipe): void {
    if (!this.recipe || !app.mayChange) return;
    this.recipe = edit(this.recipe);
    this.version += 1;
    this.dirty = true;
    this.saveLater();
  }

  async save(): Promise<boolean> {
    this.saveLater.cancel();
    if (!this.dirty || !this.recipe) return true;
    this.dirty = false;
    this.saving = true;
    try {
      this.etag = await api.putRecipe(this.id, this.recipe, this.etag);
      this.error = null;
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) this.conflict = true;
      else this.fail(error);
      return false;
    } finally {
      this.saving = false;
    }
  }

  fail(error: unknown): void {
    if (error instanceof ApiError) this.error = error.problem;
    else if (error instanceof DOMException && error.name === 'AbortError') return;
    else throw error;
  }
}

export const project = new ProjectState();
