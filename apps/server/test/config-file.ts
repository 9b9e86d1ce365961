import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError, loadConfig } from '../src/config/config.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** An example of the project: an operator with two languages. */
export const bilingual = path.resolve(import.meta.dirname, '../../../config/bilingual.json');

/** A file with that configuration and these settings in place of its own. */
export function fileWith(changes: Record<string, unknown>): string {
  const file = path.join(temporaryDirectory(), 'config.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(bilingual, 'utf8')), ...changes }));
  return file;
}

/** What is wrong with a configuration, in an empty data directory unless the environment names one. */
export function problemsOf(file: string, environment: Record<string, string> = {}): string[] {
  try {
    loadConfig(file, { TAPFOLIO_DATA: temporaryDirectory(), ...environment });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
