import { defineConfig } from 'vitest/config';

/** Fails a test that prints an error nobody expected; a test that expects one replaces `console.error` with a spy. */
const setupFiles = [new URL('scripts/lib/fail-on-console-error.ts', import.meta.url).pathname];

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'demo/**/*.test.ts', 'bench/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['apps/server/test/test-server.ts'],
          setupFiles,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'packages',
          include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'],
          environment: 'node',
          setupFiles,
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/**/*.test.ts', 'apps/web/**/*.test.tsx'],
          exclude: ['**/*.browser.test.tsx', '**/node_modules/**'],
          environment: 'node',
          setupFiles,
        },
      },
    ],
  },
});
