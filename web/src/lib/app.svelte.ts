// The session: who works here, whether the server answers, the theme.
import * as api from '../api/client';
import { ApiError, onConnection } from '../api/http';
import type { Session } from '../api/types';

export type Theme = 'system' | 'light' | 'dark';
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

class App {
  session = $state<Session | null>(null);
  connection = $state<'ok' | 'offline' | 'unauthorized'>('ok');
  theme = $state<Theme>('system');
  /** What screen readers are told: the last thing that happened. */
  announcement = $state('');

  constructor() {
    onConnection((state) => (this.connection = state));
    const stored = readTheme();
    this.setTheme(stored);
  }

  get mayChange(): boolean {
    return this.session?.role !== 'viewer';
  }

  async start(): Promise<void> {
    try {
      this.session = await api.session();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem('lethe-theme', theme);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  }

  nextTheme(): void {
    this.setTheme(THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length] ?? 'system');
  }

  announce(text: string): void {
    this.announcement = text;
  }
}

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem('lethe-theme');
    return THEMES.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

export const app = new App();
