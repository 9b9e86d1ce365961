import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { generateSources } from '../../../../scripts/lib/generated-sources.ts';

await generateSources();

const root = path.resolve(import.meta.dirname, '../../../..');

/** The tests of the server and of the demonstration, on a cluster. */
export default defineConfig({
  root,
  test: {
    name: 'citus',
    include: ['apps/server/{src,test}/**/*.test.ts', 'demo/**/*.test.ts'],
    // They read the plans and counters of one server, or damage a schema before it is distributed; `test/citus` has the same for a cluster.
    // The histories of all surfaces import hundreds of small files, which take many minutes on a cluster: they are tried where HISTORIES says how many.
    exclude: [
      ...['distribution', 'statements'].map((name) => `apps/server/src/database/${name}.test.ts`),
      ...['plans', 'busy-card', 'opened-months', 'own-rows', 'retention.size'].map((name) => `**/${name}.test.ts`),
      ...(process.env.HISTORIES === undefined ? ['**/*surface-histories.test.ts'] : []),
    ],
    environment: 'node',
    globalSetup: [path.join(import.meta.dirname, 'cluster.ts')],
    setupFiles: [
      path.join(root, 'scripts/lib/fail-on-console-error.ts'),
      ...['check-rows', 'check-refusals'].map((name) => path.join(root, `apps/server/test/${name}.ts`)),
    ],
    // Like the project `server` of vitest.config.ts, which has these tests.
    isolate: false,
    unstubEnvs: true,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
  },
});
