import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// `LETHE_URL` names a running server (or the mock of tests/mock) for `npm run dev`.
const server = process.env.LETHE_URL ?? 'http://127.0.0.1:8317';

export default defineConfig({
  base: './',
  plugins: [svelte()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: { host: '127.0.0.1', proxy: { '/api': new URL(server).origin } },
  test: { include: ['tests/unit/**/*.test.ts'] },
});
