import { existsSync, readFileSync } from 'node:fs';
import { replaceFile } from '../../scripts/files/replace-file.ts';

/** How far the seeding of the city is. Stored in a file, so that the next start can finish an interrupted one. */
export interface Progress {
  /** The instant at which the histories end. */
  seededAt: number;
  /** True if everybody can sign in. */
  isSettled: boolean;
  /** True if the very long history is complete. */
  isComplete: boolean;
  /** When the locked person was locked last. */
  lockedAt?: number;
}

/** Reads how far the seeding of a city is. A city without the file begins at `now` (milliseconds). */
export function readProgress(file: string, now: number): Progress {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  return { seededAt: now, isSettled: false, isComplete: false };
}

/** Stores how far the seeding is. */
export function writeProgress(file: string, progress: Progress): void {
  replaceFile(file, JSON.stringify(progress));
}
