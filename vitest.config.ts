import path from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumFlags, installedChromium } from './scripts/find-chromium.ts';
import { generateSources } from './scripts/lib/generated-sources.ts';

await generateSources();

const place = (name: string): string => path.join(import.meta.dirname, name);

/** Fails a test that prints an error nobody expected; a test that expects one replaces `console.error` with a spy. */
const setupFiles = [place('scripts/lib/fail-on-console-error.ts')];
const serverSetup = [
  ...setupFiles,
  place('apps/server/test/check-rows.ts'),
  place('apps/server/test/check-refusals.ts'),
];
const browserSetup = place('apps/web/test/browser-setup.ts');

const executablePath = installedChromium();

/** How long a test waits for a state. Left to itself Vitest waits for one second, which a busy machine needs for itself. */
const waiting = { poll: { timeout: 20_000 } };

/** Only against a test that hangs: a machine that is busy elsewhere needs a multiple of the usual seconds. */
const longestMs = 60_000;

export default defineConfig({
  test: {
    reporters: ['default'],
    // Left to itself Vitest keeps one processor of two for itself.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'server',
          include: ['apps/server/{src,test}/**/*.test.ts', 'demo/**/*.test.ts', 'bench/**/*.test.ts'],
          // Those need a cluster: `npm run test:citus`.
          exclude: ['apps/server/test/citus/**', '**/node_modules/**'],
          environment: 'node',
          globalSetup: ['apps/server/test/test-server.ts'],
          setupFiles: serverSetup,
          // The files of a worker share its modules: to load the app takes longer than most of them. So each puts back what it
          // changes of the process, and a context of its own holds all that an app remembers.
          isolate: false,
          unstubEnvs: true,
          testTimeout: longestMs,
          hookTimeout: longestMs,
          expect: waiting,
        },
      },
      {
        // Processes that are killed, connections that are cut, disks that are full: one file after the other, since each
        // has servers of its own.
        test: {
          name: 'faults',
          include: ['apps/server/faults/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['apps/server/faults/prepared-database.ts'],
          setupFiles: serverSetup,
          // As the tests of the server: to load the app took a sixth of the time of all faults.
          isolate: false,
          testTimeout: process.env.FAULTS === 'all' ? 900_000 : 120_000,
          hookTimeout: longestMs,
          expect: waiting,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'packages',
          include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'],
          environment: 'node',
          setupFiles,
          isolate: false,
          testTimeout: longestMs,
          hookTimeout: longestMs,
          expect: waiting,
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/**/*.test.ts', 'apps/web/**/*.test.tsx'],
          exclude: ['**/*.browser.test.tsx', '**/node_modules/**'],
          environment: 'node',
          setupFiles,
          testTimeout: longestMs,
          expect: waiting,
        },
      },
      {
        // Built as the portal is: the same plugins, aliases and class names.
        extends: './apps/web/vite.config.ts',
        root: place('apps/web'),
        optimizeDeps: {
          // Found before the first test: one that is found later reloads the page in the middle of a test.
          entries: ['src/main.tsx', 'src/app/routes/*.tsx'],
          include: ['vitest-browser-react', 'zod/mini'],
        },
        test: {
          name: 'web-browser',
          include: ['src/**/*.browser.test.tsx'],
          setupFiles: [...setupFiles, browserSetup],
          testTimeout: longestMs,
          expect: waiting,
          // One page for all files: each test puts the module state back, and the modules load once.
          isolate: false,
          fileParallelism: false,
          // After the others where one Vitest runs them all; `npm test` starts each project by itself.
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
              contextOptions: { locale: 'en-CA', timezoneId: 'America/Toronto' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
