import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { deriveKeys } from '@tapfolio/server/src/config/keys.ts';
import { root, type StartedProcess, startProgram } from './process.ts';

export interface BenchServer extends StartedProcess {
  address: string;
  /** The parameters of its password hashes. */
  passwordKey: Buffer;
}

/** Starts the server as a deployment does: in a process of its own, on an existing database. One address makes all calls. */
export async function startBenchServer(databaseUrl: string, roles: string): Promise<BenchServer> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-bench-'));
  const config = JSON.parse(readFileSync(path.join(root, 'config/demo.json'), 'utf8'));
  const configFile = path.join(home, 'config.json');
  const requestRates = { sessionPerMinute: 1_000_000, addressPerMinute: 10_000_000 };
  writeFileSync(configFile, JSON.stringify({ ...config, http: { port: 0 }, requestRates }));
  const environment = {
    DATABASE_URL: databaseUrl,
    TAPFOLIO_DATA: home,
    TAPFOLIO_CONFIG: configFile,
    TAPFOLIO_ROLES: roles,
  };
  const started = await startProgram('apps/server/src/main.ts', environment, /Listening on (\S+)\n/);
  const stop = async () => {
    await started.stop();
    rmSync(home, { recursive: true, force: true });
  };
  const passwordKey = deriveKeys(readFileSync(path.join(home, 'secrets/account.key'))).passwords;
  return { ...started, stop, passwordKey, address: /http\S+/.exec(started.line)?.[0] ?? '' };
}
