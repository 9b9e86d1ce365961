import { afterAll, afterEach } from 'vitest';
import { CircuitBreaker } from '../src/lib/circuit-breaker.ts';
import { transaction } from '../src/lib/sql.ts';
import type { Collecting } from '../src/modules/debts/collect-debt.service.ts';
import { requestCollection } from '../src/modules/debts/request-collection.service.ts';
import { contextOf } from '../src/plugins/context.ts';
import { createTestApp } from './build-app.ts';
import { buildOwedFares, type OwedFare, startTestBank } from './money-world.ts';

/** A sandbox bank, a database of its own, and what a test of collections does with them. */
export async function startCollectionWorld() {
  const { sandbox, bank, close } = await startTestBank({ answerMs: 1500 });
  const { context, pool } = await createTestApp([], { bank });
  const portal = contextOf(context, 'portal');
  const worker = contextOf(context, 'worker');
  afterAll(close);
  afterEach(async () => {
    await sandbox.clearFaults();
  });

  const collecting = (overrides: Partial<Collecting> = {}): Collecting => ({
    ...worker,
    bank,
    breaker: new CircuitBreaker(),
    ...overrides,
  });

  async function request(fare: OwedFare): Promise<string> {
    await transaction(portal.pool, (tx) =>
      requestCollection(portal, tx, { ...fare, currency: 'CAD', askedBy: 'passenger' }),
    );
    const { rows } = await pool.query<{ collection_id: string }>(
      'select collection_id from collections where payment_id = $1 and outcome is null',
      [fare.paymentId],
    );
    return rows[0]?.collection_id ?? '';
  }

  async function requested(): Promise<OwedFare & { collectionId: string }> {
    const [fare] = await buildOwedFares(pool, sandbox);
    if (fare === undefined) throw new Error('there is a fare');
    return { ...fare, collectionId: await request(fare) };
  }

  const rowOf = async ({ collectionId }: { collectionId: string }) =>
    (await pool.query('select * from collections where collection_id = $1', [collectionId])).rows[0];
  const stateOf = async ({ paymentId }: OwedFare) =>
    (await pool.query<{ state: string }>('select state from debts where payment_id = $1', [paymentId])).rows[0]?.state;
  const eventsOf = async ({ paymentId }: OwedFare) =>
    (
      await pool.query<{ event: string }>('select event from debt_events where payment_id = $1 order by version', [
        paymentId,
      ])
    ).rows.map(({ event }) => event);
  const messagesOf = async ({ mediumId }: OwedFare) =>
    (
      await pool.query<{ kind: string }>(
        'select kind from back_office_messages where medium_id = $1 order by message_number',
        [mediumId],
      )
    ).rows.map(({ kind }) => kind);
  /** Moves the time forward: everything that waits is due. */
  const makeDue = ({ collectionId }: { collectionId: string }) =>
    pool.query(
      `update collections set next_at = now() - interval '1 second', lease_until = null
      where collection_id = $1`,
      [collectionId],
    );
  const statesAtBank = async ({ srid }: OwedFare) => (await sandbox.ledger(srid)).map(({ state }) => state);

  return {
    sandbox,
    bank,
    context,
    pool,
    worker,
    collecting,
    request,
    requested,
    rowOf,
    stateOf,
    eventsOf,
    messagesOf,
    makeDue,
    statesAtBank,
  };
}
