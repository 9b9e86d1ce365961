import { defineConfig } from '@playwright/test';
import { chromiumFlags } from '../scripts/find-chromium.ts';
import { readRunningWorld } from './support/running-world.ts';

/** The journeys: one browser, one city, one after the other. Both are started by `support/start-world.ts`. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results/journeys',
  globalSetup: './support/start-world.ts',
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  // A machine that is busy elsewhere gets a second look; a journey that fails twice has failed.
  retries: process.env.CI ? 1 : 0,
  timeout: 45_000,
  expect: { timeout: 8_000 },
  use: {
    baseURL: readRunningWorld()?.address,
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    actionTimeout: 10_000,
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: { ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }), args: chromiumFlags },
  },
});
