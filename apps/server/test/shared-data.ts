import { existsSync } from 'node:fs';
import path from 'node:path';

const repository = path.resolve(import.meta.dirname, '../../..');

/**
 * The folder of real input beside the repository (`../shared/data`, or TAPFOLIO_SHARED_DATA). Undefined if
 * it is missing outside of continuous integration; tests then skip.
 * @throws in continuous integration if it is missing.
 */
export function sharedData(...parts: string[]): string | undefined {
  const root = process.env.TAPFOLIO_SHARED_DATA ?? path.resolve(repository, '../shared/data');
  const place = path.join(root, ...parts);
  if (existsSync(place)) return place;
  if (process.env.CI) throw new Error(`The real input is missing: ${place}`);
  return undefined;
}
