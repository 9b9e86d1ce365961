import { defineConfig } from '@playwright/test';
import { chromiumFlags } from '../scripts/find-chromium.ts';

/**
 * The journeys: two workers, each with a browser and a city of its own, in which one journey follows another. `support/start-worlds.ts`
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
  // A machine that is busy elsewhere gets a second look; a journey that fails twice has failed.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 12_000 },
  projects: [
    { name: 'desktop', testIgnore: 'phone.e2e.ts' },
    {
      name: 'phone',
      testMatch: 'phone.e2e.ts',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
  use: {
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    actionTimeout: 10_000,
    screenshot: 'only-on-failure',
    // To record one takes longer than many a journey; a failure leaves a picture and the page's words anyway.
    trace: 'on-first-retry',
    launchOptions: { ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }), args: chromiumFlags },
  },
});
