// Two builds of the same page: `vite build` makes dist/ for any static host, `vite build --mode one-file` makes
// exactone.html, everything in one file that works by double click.
import { defineConfig } from 'vite';
import { oneFile } from './one-file.ts';
import { preload } from './preload.ts';

export default defineConfig(({ mode }) => {
  const single = mode === 'one-file';
  return {
    // Relative addresses everywhere: the same files work at the top of a host, under a sub-path and from `exactone serve`.
    base: './',
    publicDir: single ? false : 'public',
    plugins: single ? [oneFile('exactone.html')] : [preload('main')],
    build: {
      target: 'es2022',
      outDir: single ? 'one-file' : 'dist',
      // Nothing is inlined into the served page, whose policy allows files of its own only.
      assetsInlineLimit: single ? Number.MAX_SAFE_INTEGER : 0,
      modulePreload: { polyfill: false },
      cssCodeSplit: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 5000,
      rolldownOptions: single ? { output: { codeSplitting: false } } : {},
    },
    // A worker out of a blob cannot import; a classic one needs no imports.
    worker: { format: single ? 'iife' : 'es' },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  };
});
