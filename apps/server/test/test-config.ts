import { readFileSync } from 'node:fs';
import path from 'node:path';
import { configSchema } from '../src/config/config.schema.ts';
import type { Config } from '../src/config/config.ts';

/** The example of a bilingual operator, loaded as in production, except for its folders. */
export function loadTestConfig(): Config {
  const example = path.resolve(import.meta.dirname, '../../../config/bilingual.json');
  const parsed = configSchema.parse(JSON.parse(readFileSync(example, 'utf8')));
  return {
    ...parsed,
    production: true,
    dataDirectory: '/nonexistent',
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    roles: [],
    // Tests call faster than people and all at once; rates and waiting have tests of their own.
    http: { ...parsed.http, longestWaitMs: 60_000 },
    listens: true,
    requestRates: { sessionPerMinute: 1_000_000, apiKeyPerMinute: 1_000_000, addressPerMinute: 1_000_000 },
  };
}
