import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** How far the building of the world has come; kept in a file, so that a start that was cut short is finished later. */
export interface Progress {
  /** The instant whose past the histories tell. */
  seededAt: number;
  /** Everybody can sign in. */
  isSettled: boolean;
  /** The very long history has all its years. */
  isComplete: boolean;
  /** When the locked person was last locked. */
  lockedAt?: number;
}

/** How far the seeding of a city is; one without a file begins `now` (milliseconds). */
export function readProgress(file: string, now: number): Progress {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  return { seededAt: now, isSettled: false, isComplete: false };
}

/** Keeps how far the seeding is, as a whole: a start that is cut short here leaves the file as it was. */
export function writeProgress(file: string, progress: Progress): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, JSON.stringify(progress));
  renameSync(`${file}.part`, file);
}
