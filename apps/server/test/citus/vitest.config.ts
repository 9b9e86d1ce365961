import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { generateSources } from '../../../../scripts/lib/generated-sources.ts';

await generateSources();

const root = path.resolve(import.meta.dirname, '../../../..');

/** The tests of what is done with travel, on a cluster. */
export default defineConfig({
  root,
  test: {
    name: 'citus',
    include: ['apps/server/{src,test}/**/*.test.ts'],
    // They look at what one server plans, counts and allows; `test/citus` does so for a cluster.
    exclude: [
      ...['distribution', 'rights', 'statements'].map((name) => `apps/server/src/database/${name}.test.ts`),
      ...['plans', 'opened-months', 'own-rows', 'retention.size', 'upgraded-money'].map((name) => `**/${name}.test.ts`),
    ],
    environment: 'node',
    globalSetup: [path.join(import.meta.dirname, 'cluster.ts')],
    setupFiles: [
      path.join(root, 'scripts/lib/fail-on-console-error.ts'),
      path.join(root, 'apps/server/test/check-rows.ts'),
    ],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
