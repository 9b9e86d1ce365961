import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { quickPlace } from '../../../scripts/lib/quick-place.ts';

/** A new directory that every user may enter; it is removed when the running test is over. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(path.join(quickPlace(), 'tapfolio-files-'));
  chmodSync(directory, 0o755);
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
