import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Importer } from '../../src/feeds/importer.ts';
import type { CallingSystem } from '../../src/gate/api-key-gate.ts';
import { AppError } from '../../src/lib/app-error.ts';
import { transaction } from '../../src/lib/sql.ts';
import { applyChargeOutcome } from '../../src/modules/debts/apply-charge-outcome.service.ts';
import { moveDebt } from '../../src/modules/debts/move-debt.service.ts';
import { requestCollection } from '../../src/modules/debts/request-collection.service.ts';
import { applyRefundOutcome } from '../../src/modules/refunds/apply-refund-outcome.service.ts';
import { requestRefund } from '../../src/modules/refunds/request-refund.service.ts';
import { contextOf } from '../../src/plugins/context.ts';
import type { TestApp } from '../build-app.ts';
import { insertRow } from '../factories/insert-row.ts';
import { emptyTables, mediumOf } from '../feed-fixture.ts';
import { unkeptKey } from '../unkept-key.ts';
import type { Act, Acts } from './meet.ts';
import { anotherReference, at, moneyDeliveries, owedReference, secondReference, tap } from './money-deliveries.ts';
import { jobsAboutMoney } from './money-jobs.ts';
import type { World } from './one-after-the-other.ts';

const operator: CallingSystem = {
  ...{ keyId: randomUUID(), system: 'their system', operatorCode: '77', scopes: ['refunds:write'] },
  ...{ ip: '127.0.0.1', traceId: randomUUID() },
};

/** Moves of money: those that are written by acts of passengers, operators and the bank, and those that are delivered. */
export function deliveredMoney(
  { context, pool }: TestApp,
  importer: Importer,
  folder: string,
): () => Promise<World & { acts: Acts }> {
  const portal = contextOf(context, 'portal');
  const worker = contextOf(context, 'worker');
  const deliveries = moneyDeliveries(importer, folder);
  const refused = (error: unknown): string => {
    if (error instanceof AppError) return `${error.status} ${error.code}`;
    throw error;
  };
  const act =
    (work: () => Promise<unknown>): Act<string> =>
    async () =>
      await work().then((outcome) => (typeof outcome === 'string' ? outcome : 'done'), refused);

  return async () => {
    await pool.query('delete from collections');
    await emptyTables(pool);
    await pool.query(
      'delete from audit_events; delete from operator_alarms; delete from graphile_worker._private_jobs',
    );
    await deliveries.first();
    const known = await readKnown(pool);
    const open = { collectionId: randomUUID(), refundId: randomUUID() };
    const { mediumId, owedId, secondId, paidId, paidAt, tripId } = known;
    const asks = { mediumId, amountMinor: 250, currency: 'EUR', askedBy: 'passenger' } as const;
    const ask = (paymentId: string) =>
      transaction(portal.pool, (tx) => requestCollection(portal, tx, { ...asks, paymentId }));
    const bank = { bankReference: 'B', amountMinor: 250, currency: 'EUR' };

    const acts: Acts = {
      'pay the fare': act(() => ask(secondId)),
      'the bank took the money': act(async () => {
        const [key] = await openOf('collections', 'collection_id');
        return key && applyChargeOutcome(worker, { mediumId, collectionId: key }, { ...bank, state: 'captured' });
      }),
      'the bank refused the charge': act(async () => {
        const [key] = await openOf('collections', 'collection_id');
        const said = { ...bank, state: 'declined', declineCode: 'insufficient_funds' } as const;
        return key && applyChargeOutcome(worker, { mediumId, collectionId: key }, said);
      }),
      'ask for a refund': act(() =>
        requestRefund(portal, operator, {
          wish: { operatorCode: '77', srid: anotherReference, currency: 'EUR', reason: 'delay' },
          keyed: unkeptKey,
        }),
      ),
      'the bank gave the money back': act(async () => {
        const [key] = await openOf('refunds', 'refund_id');
        const said = { ...bank, bankReference: 'RRN 1', state: 'refunded' } as const;
        return key && applyRefundOutcome(worker, { mediumId, refundId: key }, said);
      }),
      'the bank refused the refund': act(async () => {
        const [key] = await openOf('refunds', 'refund_id');
        return key && applyRefundOutcome(worker, { mediumId, refundId: key }, { state: 'not_refunded' });
      }),
      ...jobsAboutMoney(worker, mediumId),
      ...deliveries.acts,
    };

    async function openOf(table: string, id: string): Promise<string[]> {
      const isOpen = table === 'refunds' ? 'closed_at is null' : 'outcome is null';
      const { rows } = await pool.query(`select ${id} as id from ${table} where ${isOpen} order by requested_at`);
      return rows.map((row) => row.id);
    }

    // A try of this fare and a refund of that payment are open, about which the bank has been asked.
    await insertRow(pool, 'refunds', {
      ...{ medium_id: mediumId, refund_id: open.refundId, payment_id: paidId, opened_at: paidAt, operator_code: '77' },
      ...{ srid: tap.payment_reference, reason: 'delay', amount_minor: 250, currency: 'EUR', state: 'submitting' },
      ...{ attempt_key: randomUUID(), asked_by: randomUUID(), requested_at: at(59), next_at: at(59) },
    });
    const trip = { medium_id: mediumId, refund_id: open.refundId, trip_id: tripId, amount_minor: 250 };
    await insertRow(pool, 'refund_trips', { ...trip, requested_at: at(59) });
    await ask(owedId);
    const submitted = { mediumId, paymentId: owedId, event: 'submit', source: 'bank' } as const;
    await transaction(worker.pool, (tx) => moveDebt(tx, submitted));
    await pool.query('delete from graphile_worker._private_jobs');

    return {
      acts,
      named: (name) => {
        const found = acts[name];
        if (found === undefined) throw new Error(`nobody can ${name}`);
        return found;
      },
      rows: async () => await writtenMoney(pool, known),
    };
  };
}

async function readKnown(pool: Pool) {
  const mediumId = mediumOf(tap.token);
  const { rows } = await pool.query<{ payment_id: string; srid: string; opened_at: string }>(
    'select payment_id, srid, opened_at from payments where medium_id = $1',
    [mediumId],
  );
  const of = (reference: string) => rows.find(({ srid }) => srid === reference) ?? { payment_id: '', opened_at: '' };
  const trips = await pool.query<{ trip_id: string }>('select trip_id from trips where srid = $1', [
    tap.payment_reference,
  ]);
  const { payment_id: paidId, opened_at: paidAt } = of(tap.payment_reference);
  return {
    ...{ mediumId, paidId, paidAt, owedId: of(owedReference).payment_id, secondId: of(secondReference).payment_id },
    tripId: trips.rows[0]?.trip_id ?? '',
  };
}

/** What is written of money, without what differs from run to run. */
async function writtenMoney(pool: Pool, { mediumId }: { mediumId: string }): Promise<string[]> {
  const told: Readonly<Record<string, string>> = {
    payments: `medium_id = '${mediumId}' as own, srid, reason, status, due_minor, paid_minor, currency`,
    debts: `medium_id = '${mediumId}' as own, srid, state, due_minor, written_off_minor, is_unpaid, currency`,
    collections: 'amount_minor, outcome, taken_minor, srid',
    refunds: 'amount_minor, state, given_minor, srid, delivered_id is not null as delivered',
    trips: `medium_id = '${mediumId}' as own, srid, fare_minor, refund_minor, refund_reason`,
    settlements: `medium_id = '${mediumId}' as own, srid, kind, approved, amount_minor`,
    chargebacks: `medium_id = '${mediumId}' as own, srid, amount_minor`,
    service_references: `medium_id = '${mediumId}' as own, srid, paid, amount_minor`,
    money_faults: 'rule',
  };
  const { rows } = await pool.query<{ table: string; row: object }>(
    Object.entries(told)
      .map(
        ([table, columns]) => `select '${table}' as table, to_jsonb(r) as row from (select ${columns} from ${table}) r`,
      )
      .join(' union all '),
  );
  return rows.map(({ table, row }) => `${table} ${JSON.stringify(row)}`).toSorted();
}
