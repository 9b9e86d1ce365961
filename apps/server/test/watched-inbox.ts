import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import type { FileReport } from '../src/feeds/report.ts';
import { Watcher, type WatcherOptions } from '../src/feeds/watcher.ts';
import { london, mediumKey } from './feed-fixture.ts';
import { writeSampleFeed, writeSampleTimetable } from './sample-feed.ts';

type Wanted = Pick<WatcherOptions, 'inbox'> & Partial<WatcherOptions>;

/**
 * A watcher of inboxes that checks every 50 ms and stops after each test, with its log lines of the running test, and a feed
 * and a timetable to put there. Call this once in a test file.
 */
export function watchedInbox(databaseUrl: string) {
  const home = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-samples-'));
  const reports: FileReport[] = [];
  let watcher: Watcher | undefined;
  const stop = async () => await watcher?.stop();
  beforeEach(() => {
    reports.length = 0;
  });
  afterEach(stop);
  afterAll(() => rmSync(home, { recursive: true }));

  async function watch({ onReport, ...options }: Wanted): Promise<Watcher> {
    const onError = (error: unknown) => expect.fail(String(error));
    watcher = new Watcher({
      ...{ databaseUrl, operators: [london], mediumKey, pollMs: 50, onError },
      ...options,
      onReport: (report) => {
        reports.push(report);
        onReport?.(report);
      },
    });
    await watcher.start();
    return watcher;
  }

  const sample = writeSampleFeed(path.join(home, 'feed'));
  const timetable = writeSampleTimetable(path.join(home, 'timetable'));
  return { reports, watch, stop, sample, timetable };
}
