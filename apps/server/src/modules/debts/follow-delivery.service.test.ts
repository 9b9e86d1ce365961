import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { silentBank } from '../../../test/silent-bank.ts';
import { transaction } from '../../lib/sql.ts';
import { contextOf } from '../../plugins/context.ts';
import { applyChargeOutcome, type ChargeOutcome } from './apply-charge-outcome.service.ts';
import { requestCollection } from './request-collection.service.ts';

const { context, pool } = await createTestApp([], { bank: silentBank });
const portal = contextOf(context, 'portal');
const worker = contextOf(context, 'worker');

/** A fare that the bank is asked about, with its try. */
async function submitted() {
  const mediumId = randomUUID();
  const unpaid = { status: 'payment_error', due_minor: 370, paid_minor: 0 };
  const { payment_id: paymentId } = await buildPayment(pool, {
    medium_id: mediumId,
    opened_at: '2026-03-01T08:00:00Z',
    ...unpaid,
  });
  await transaction(portal.pool, (tx) =>
    requestCollection(portal, tx, { mediumId, paymentId, amountMinor: 370, askedBy: 'passenger' }),
  );
  await pool.query(`update debts set state = 'submitting', version = version + 1 where medium_id = $1`, [mediumId]);
  const { rows } = await pool.query<{ collection_id: string }>(
    'select collection_id from collections where medium_id = $1',
    [mediumId],
  );
  return { mediumId, collectionId: rows[0]?.collection_id ?? '' };
}

/** The importer writes this while the bank is being asked. */
const deliverPaid = (mediumId: string) =>
  pool.query('update debts set is_unpaid = false, version = version + 1 where medium_id = $1', [mediumId]);

const stateOf = async (mediumId: string) =>
  (await pool.query<{ state: string }>('select state from debts where medium_id = $1', [mediumId])).rows[0]?.state;

const refused = {
  state: 'declined',
  declineCode: 'refused',
  bankReference: 'B-1',
  amountMinor: 370,
  currency: 'CAD',
} as const;

describe('a fare that was delivered as paid while the bank was asked', () => {
  it.each<ChargeOutcome>([refused, { state: 'not_charged' }])(
    'is settled when the bank took nothing, and need not be paid again (%o)',
    async (outcome) => {
      const asked = await submitted();
      await deliverPaid(asked.mediumId);
      if (outcome.state === 'not_charged')
        await pool.query(`update debts set state = 'unknown' where medium_id = $1`, [asked.mediumId]);

      await applyChargeOutcome(worker, asked, outcome);

      expect(await stateOf(asked.mediumId)).toBe('ready');
    },
  );

  it('is written off when the delivery asked for no more', async () => {
    const asked = await submitted();
    await pool.query('update debts set is_unpaid = false, written_off_minor = 120 where medium_id = $1', [
      asked.mediumId,
    ]);

    await applyChargeOutcome(worker, asked, refused);

    const { rows } = await pool.query(
      'select event, amount_minor from debt_events where medium_id = $1 order by version desc limit 1',
      [asked.mediumId],
    );
    expect([await stateOf(asked.mediumId), rows]).toEqual(['ready', [{ event: 'written_off', amount_minor: 120 }]]);
  });

  it('is paid, and not written off, when the bank took it all the same', async () => {
    const asked = await submitted();
    await pool.query('update debts set is_unpaid = false, written_off_minor = 370 where medium_id = $1', [
      asked.mediumId,
    ]);

    await applyChargeOutcome(worker, asked, {
      state: 'captured',
      bankReference: 'B-2',
      amountMinor: 370,
      currency: 'CAD',
    });

    const { rows } = await pool.query('select state, written_off_minor from debts where medium_id = $1', [
      asked.mediumId,
    ]);
    expect(rows).toEqual([{ state: 'ready', written_off_minor: 0 }]);
  });

  it('is not settled by an older delivery', async () => {
    const asked = await submitted();

    await applyChargeOutcome(worker, asked, refused);

    expect(await stateOf(asked.mediumId)).toBe('declined');
  });
});
