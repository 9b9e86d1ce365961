import { randomUUID } from 'node:crypto';
import { deriveKeys } from '../src/config/keys.ts';
import { createDatabases, urlOfPart } from '../src/database/parts.ts';
import { createPool } from '../src/database/pool.ts';
import { createHttpBank } from '../src/gateways/http-bank.ts';
import { systemClock } from '../src/lib/clock.ts';
import { sha256 } from '../src/lib/hashing.ts';
import { startMoneyLane } from '../src/roles/money-lane.ts';
import { loadTestConfig } from '../test/test-config.ts';

/** What the test tells its worker. */
export interface MoneyWorkerOptions {
  databaseUrl: string;
  bankUrl: string;
  bankKey: string;
  webhookSecret: string;
  /** The mistake that the protocol is there to prevent: another key for every attempt. */
  renewsKeys: boolean;
}

/** A process that does nothing but the jobs about money, as the role `worker` does beside the others. */
function work({ databaseUrl, bankUrl, bankKey, webhookSecret, renewsKeys }: MoneyWorkerOptions): void {
  const config = loadTestConfig();
  const databases = createDatabases({ url: databaseUrl });
  const bank = createHttpBank({ url: bankUrl, key: bankKey, webhookSecret, connectMs: 2000, answerMs: 2000 });
  const documents = { compile: async () => new Uint8Array(), close: async () => {} };
  const context = {
    config,
    keys: deriveKeys(sha256('a key for tests')),
    clock: systemClock,
    documents,
    identityProvider: undefined,
    bank,
    ...databases.of('worker'),
  };
  startMoneyLane({
    context,
    pool: createPool({ url: urlOfPart(databaseUrl, 'worker'), poolSize: 4, statementSeconds: 10, connectSeconds: 20 }),
    logger: { warn: () => {}, error: () => {} },
    ...(renewsKeys && { attemptKeyOf: () => randomUUID() }),
  });
  process.send?.('works');
}

process.once('message', (options) => work(options as MoneyWorkerOptions));
