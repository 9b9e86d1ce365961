import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { type SandboxBank, startBank } from '../../../demo/bank/start-bank.ts';
import type { Movement } from '../../../demo/bank/wire.ts';
import type { Bank } from '../src/gateways/bank.ts';
import { createHttpBank } from '../src/gateways/http-bank.ts';
import { buildPayment } from './factories/payments.ts';

/** The sandbox bank in its own process, and our adapter for it. */
export interface TestBank {
  readonly sandbox: SandboxBank;
  readonly bank: Bank;
  close(): Promise<void>;
}

/**
 * Starts a sandbox bank. Its webhooks are sent only if an address is given. The adapter waits for its answers however slow the
 * machine is, unless a test makes it silent.
 */
export async function startTestBank({
  webhookUrl = 'http://127.0.0.1:9/',
  answerMs = 60_000,
  survivesPowerFailure = true,
}: {
  webhookUrl?: string;
  answerMs?: number;
  survivesPowerFailure?: boolean;
} = {}): Promise<TestBank> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-bank-'));
  const sandbox = await startBank({ directory, webhookUrl, survivesPowerFailure });
  const { url, key, webhookSecret } = sandbox;
  return {
    sandbox,
    bank: createHttpBank({ url, key, webhookSecret, connectMs: 2000, answerMs }),
    close: async () => {
      await sandbox.close();
      rmSync(directory, { recursive: true });
    },
  };
}

/** An unpaid fare whose card the bank knows. */
export interface OwedFare {
  readonly mediumId: string;
  readonly paymentId: string;
  readonly srid: string;
  readonly amountMinor: number;
}

/** Unpaid fares of new cards, each refused by the bank when the back office asked. */
export async function buildOwedFares(
  pool: Pool,
  sandbox: SandboxBank,
  { count = 1, mediumId }: { count?: number; mediumId?: string } = {},
): Promise<OwedFare[]> {
  const fares: OwedFare[] = [];
  for (let index = 0; index < count; index += 1) {
    const medium_id = mediumId ?? randomUUID();
    const due_minor = 100 + ((index * 37) % 900);
    const times = { opened_at: '2026-03-01T08:00:00Z', closed_at: '2026-03-02T08:00:00Z' };
    const unpaid = { status: 'payment_error', due_minor, paid_minor: 0 };
    const { payment_id, srid } = await buildPayment(pool, { medium_id, ...times, ...unpaid });
    fares.push({ mediumId: medium_id, paymentId: payment_id, srid: srid ?? '', amountMinor: due_minor });
  }
  await sandbox.remember(
    fares.map(({ srid, amountMinor }) => ({
      id: randomUUID(),
      kind: 'charge' as const,
      state: 'declined' as const,
      operatorCode: '1',
      statementReference: srid,
      amountMinor,
      currency: 'CAD',
      at: '2026-03-02T08:00:00.000Z',
    })),
  );
  return fares;
}

/** The bank's charges by statement reference: their number and their sum. */
export function takenBy(movements: readonly Movement[]): Map<string, { times: number; amountMinor: number }> {
  const taken = new Map<string, { times: number; amountMinor: number }>();
  for (const { kind, state, reference, statementReference, amountMinor } of movements) {
    if (kind !== 'charge' || state !== 'captured' || reference === null) continue;
    const known = taken.get(statementReference) ?? { times: 0, amountMinor: 0 };
    taken.set(statementReference, { times: known.times + 1, amountMinor: known.amountMinor + amountMinor });
  }
  return taken;
}

/**
 * Ends every test about money: no rule of `money_faults` is broken, the bank took nothing twice, and it took exactly what our
 * payments say.
 */
export async function expectMoneyToHold(pool: Pool, sandbox: SandboxBank): Promise<void> {
  const { rows: faults } = await pool.query('select rule, subject from money_faults');
  expect(faults).toEqual([]);
  const movements = await sandbox.ledger();
  const charged = movements.filter(({ kind, state }) => kind === 'charge' && state === 'captured');
  const { rows: payments } = await pool.query<{ reference: string; amount: number }>(
    `select payment_id as reference, paid_minor as amount from payments where reason = 'debt_recovery'`,
  );
  const ours = payments.map(({ reference, amount }) => `${reference} ${amount}`);
  const theirs = charged.map(({ reference, amountMinor }) => `${reference} ${amountMinor}`);
  expect(ours.toSorted()).toEqual(theirs.toSorted());
  expect([...takenBy(movements)].filter(([, { times }]) => times > 1)).toEqual([]);
}
