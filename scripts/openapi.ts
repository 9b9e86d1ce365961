/** Writes docs/openapi.json and docs/openapi-operators.json, the calls of the server as its routes declare them. Usage: node scripts/openapi.ts [--check] */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadConfig } from '../apps/server/src/config/config.ts';
import { describeCalls } from '../apps/server/src/describe-calls.ts';
import { writeOrCheck } from './lib/generated-file.ts';
import { root } from './lib/run-tool.ts';

// Reading a configuration makes the keys it names where they are missing.
const data = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-openapi-'));
try {
  const { config } = loadConfig(path.join(root, 'config/bilingual.json'), { TAPFOLIO_DATA: data });
  const { passengers, operators } = await describeCalls({ config });
  const write = (name: string, document: object) =>
    writeOrCheck(name, `${JSON.stringify(document, null, 2)}\n`, 'node scripts/openapi.ts');
  write('docs/openapi.json', passengers);
  write('docs/openapi-operators.json', operators);
} finally {
  rmSync(data, { recursive: true });
}
