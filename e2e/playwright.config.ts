import { defineConfig } from '@playwright/test';
import { chromiumFlags } from '../scripts/find-chromium.ts';

/**
 * The journeys run in two workers. Each has a browser and a city of its own and runs one journey after the other. `support/start-worlds.ts`
 * starts the cities.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results/journeys',
  globalSetup: './support/start-worlds.ts',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // On a busy machine a journey may fail by chance, so it gets a second try. Two failures count as failed.
  retries: process.env.CI ? 1 : 0,
  // These limits are only against what hangs: a machine that is busy elsewhere needs a multiple of the usual seconds.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  projects: [
    // First: as the last file it would keep one worker busy while the other has nothing left to do.
    {
      name: 'phone',
      testMatch: 'phone.e2e.ts',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
    { name: 'desktop', testIgnore: 'phone.e2e.ts' },
  ],
  use: {
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
    // Recording takes longer than some journeys. A failure leaves a screenshot and the page's text anyway.
    trace: 'on-first-retry',
    launchOptions: { ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }), args: chromiumFlags },
  },
});
