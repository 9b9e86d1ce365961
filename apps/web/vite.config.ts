import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { makeBuildParts } from './build-parts.ts';
import { licenceLists } from './licence-lists.ts';

const fileOfStyle = new Map<string, string>();

/**
 * `frame-page` for the class `page` of `frame.module.css`: readable, and smaller than a hash in every sheet, page and
 * script. So two sheets must not have the same name.
 */
function classNameOf(name: string, file: string): string {
  const sheet = path.basename(file, '.module.css');
  const known = fileOfStyle.get(sheet) ?? file;
  if (known !== file) throw new Error(`${file} and ${known} would share their class names`);
  fileOfStyle.set(sheet, file);
  return `${sheet}-${name}`;
}

/** The server that answers the calls of `npm run dev`. */
const server = process.env.TAPFOLIO_DEV_SERVER ?? 'http://127.0.0.1:8080';

/**
 * What all our supported browsers have or do not have: with it the bundler leaves out code of React for other platforms. In
 * development the page can talk to React's browser extension.
 */
const inBrowsers = {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
  'typeof window': '"object"',
  'typeof document': '"object"',
  'typeof process': '"undefined"',
  'typeof reportError': '"function"',
  'typeof MessageChannel': '"function"',
  'typeof setImmediate': '"undefined"',
  'typeof AbortController': '"function"',
  'typeof Object.is': '"function"',
  'typeof Reflect': '"object"',
  'typeof clearTimeout': '"function"',
  'typeof devicePixelRatio': '"number"',
  'typeof performance.getEntriesByType': '"function"',
  'typeof performance.now': '"function"',
  'typeof queueMicrotask': '"function"',
  'typeof requestAnimationFrame': '"function"',
  'typeof setTimeout': '"function"',
  'typeof window.document.createElement': '"function"',
};

export default defineConfig(({ command, isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: {
    alias: {
      // The shim is for versions of React that have no such hook.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  define: command === 'build' && !isSsrBuild ? inBrowsers : {},
  css: { modules: { generateScopedName: classNameOf } },
  build: {
    manifest: true,
    license: isSsrBuild ? false : { fileName: licenceLists.pages },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'baseline-widely-available',
    rolldownOptions: {
      // A module that should be loaded later is loaded at once. Other warnings, such as about a slow machine, stop nothing.
      onwarn: (warning, show) => {
        if (warning.code === 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(warning.message);
        show(warning);
      },
      output: {
        chunkFileNames: ({ facadeModuleId }) =>
          /generated\/.+\//.test(facadeModuleId ?? '') ? 'assets/texts-[name]-[hash].js' : 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: makeBuildParts(),
        },
      },
    },
  },
  server: { proxy: { '/public': server } },
}));
