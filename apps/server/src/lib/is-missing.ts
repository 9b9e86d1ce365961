import { statSync } from 'node:fs';

/** False if it may be there: to an account that may not look into its folder, a file of another account seems not to exist. */
export function isMissing(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}
