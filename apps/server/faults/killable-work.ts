import { dayMs } from '@tapfolio/domain/durations.ts';
import type { Client, Pool } from 'pg';
import { deriveKeys } from '../src/config/keys.ts';
import { createDatabases, type PartDatabase } from '../src/database/parts.ts';
import type { DatabasePart } from '../src/database/tables/part-names.ts';
import type { Passenger } from '../src/gate/caller.ts';
import { createHttpBank } from '../src/gateways/http-bank.ts';
import { AppError } from '../src/lib/app-error.ts';
import { CircuitBreaker } from '../src/lib/circuit-breaker.ts';
import { systemClock } from '../src/lib/clock.ts';
import { decideClaims } from '../src/modules/card-claims/decide-claims.service.ts';
import { collectDebt } from '../src/modules/debts/collect-debt.service.ts';
import { reconcileLastDays } from '../src/modules/money-upkeep/reconcile.service.ts';
import { closeAccount } from '../src/modules/privacy/close-account.service.ts';
import { doRefund } from '../src/modules/refunds/do-refund.service.ts';
import { forgetOldTravel } from '../src/modules/retention/retention.service.ts';
import { loadTestConfig } from '../test/test-config.ts';

export interface KillableWork {
  databaseUrl: string;
  work: Work;
  /**
   * The question to the database at which it is killed: before it is sent, or once it is sent and its answer is not there. It
   * lives on when it has fewer to ask.
   */
  diesAt?: { question: number; moment: 'before' | 'sent' };
}

/** How the work reaches the sandbox bank. */
interface BankAddress {
  url: string;
  key: string;
  webhookSecret: string;
}

/** What is done, once, with the rights of the part whose work it is. */
export type Work =
  | { do: 'decide claims' }
  | { do: 'forget old travel' }
  | { do: 'reconcile'; bank: BankAddress }
  | { do: 'collect debt'; bank: BankAddress; mediumId: string; collectionId: string }
  | { do: 'refund'; bank: BankAddress; mediumId: string; refundId: string }
  | { do: 'close account'; passengerId: string; tokenHash: string };

/** The part whose work it is. */
export const partOf = (work: Work): DatabasePart => (work.do === 'close account' ? 'auth' : 'worker');

const never = new Promise<never>(() => {});

/** Does the work on connections of its own, and has this process killed at the given question. */
export async function workUntilKilled(options: KillableWork): Promise<void> {
  await workUntil(options, () => process.kill(process.pid, 'SIGKILL'));
}

/**
 * The same without a process of its own: at the question its connections end, which is all that the database sees of a kill, and
 * none of its code gets another answer. Returns whether it came so far.
 */
export async function workUntilCutOff(options: KillableWork): Promise<boolean> {
  const { promise: death, resolve: die } = Promise.withResolvers<true>();
  return await Promise.race([death, workUntil(options, () => die(true)).then(() => false)]);
}

async function workUntil({ databaseUrl, work, diesAt }: KillableWork, onDeath: () => void): Promise<void> {
  const databases = createDatabases({ url: databaseUrl });
  const database = databases.of(partOf(work));
  const clients: Client[] = [];
  let asked = 0;
  let isDead = false;
  const die = () => {
    isDead = true;
    onDeath();
    database.pool.connect = () => never;
    for (const { connection } of clients) connection.stream.destroy();
  };
  database.pool.on('connect', (client) => {
    clients.push(client);
    client.query = new Proxy(client.query, {
      apply(ask, self, given) {
        asked += 1;
        if (asked === diesAt?.question) {
          if (diesAt.moment === 'before') die();
          else setImmediate(die);
        }
        return isDead ? never : Reflect.apply(ask, self, given);
      },
    });
  });
  await doWork(work, database);
  await databases.end();
}

const config = loadTestConfig();

const bankAt = (address: BankAddress) => createHttpBank({ ...address, connectMs: 2000, answerMs: 60_000 });

async function doWork(work: Work, { pool }: PartDatabase): Promise<void> {
  switch (work.do) {
    case 'decide claims':
      return await decideClaims({ pool });
    case 'forget old travel':
      return await forgetOldTravel({ pool, config });
    case 'reconcile':
      // Tomorrow, when the report of today is there.
      return await reconcileLastDays({ pool, config, bank: bankAt(work.bank) }, new Date(Date.now() + dayMs));
    case 'collect debt':
      return await collectDebt({ pool, config, bank: bankAt(work.bank), breaker: new CircuitBreaker() }, work);
    case 'refund':
      return await doRefund({ pool, bank: bankAt(work.bank), breaker: new CircuitBreaker() }, work);
    case 'close account':
      return await closeOnce(pool, work);
  }
}

async function closeOnce(pool: Pool, { passengerId, tokenHash }: { passengerId: string; tokenHash: string }) {
  const context = { pool, keys: deriveKeys(Buffer.alloc(32, 1)), clock: systemClock };
  // What else is known of a passenger is for other calls.
  const passenger = { passengerId, tokenHash: Buffer.from(tokenHash, 'hex'), traceId: 'closing' } as Passenger;
  await closeAccount(context, passenger, { reason: 'privacy', password: undefined }).catch((error: unknown) => {
    const isClosed = error instanceof AppError && error.code === 'unauthenticated';
    if (!isClosed) throw error;
  });
}
