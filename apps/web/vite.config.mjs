import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { layerOrder } from './build/layer-order.mjs';
import { libraryWords } from './build/library-words.mjs';
import { words } from './build/words.mjs';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

// `base` is relative, since the service may stand below a path: it writes the absolute addresses into the page.
export default defineConfig({
  root: here('.'),
  base: './',
  plugins: [words(), libraryWords(), layerOrder()],
  resolve: {
    alias: [
      { find: '@curbcut/client', replacement: here('../../libs/client/src/index.ts') },
      { find: '#libs/reports', replacement: here('../../libs/reports/src/index.ts') },
      { find: '#libs/snippets', replacement: here('../../libs/snippets/src/index.ts') },
      { find: '#libs/workflows', replacement: here('../../libs/workflows/src/index.ts') },
      // What `libs/reports` takes from Node, and what jsonld would fetch with.
      { find: 'node:crypto', replacement: here('src/reports/crypto.ts') },
      { find: '@digitalbazaar/http-client', replacement: here('src/reports/no-http-client.ts') },
    ],
  },
  build: {
    outDir: here('../../dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    license: { fileName: 'licences.json' },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // 'use client' is for servers that draw React, which this is not.
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
    },
  },
  worker: { format: 'es' },
});
