import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildWaitingChargeback } from '../../../test/factories/chargebacks.ts';
import { buildCollection } from '../../../test/factories/collections.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { mayBeChargedBack } from './waiting-chargebacks.service.ts';

const { pool } = await createTestApp([]);
beforeEach(() => pool.query('delete from feed_pieces'));

const openedAt = '2026-03-01T08:00:00Z';
type Change = Partial<Parameters<typeof buildSettlement>[1]> & { retrieval_reference?: string };

/** A payment with these movements at the bank, and with a collection of 2.00 by us if it is given. */
async function judged(moves: readonly Change[], collection?: Partial<Parameters<typeof buildCollection>[1]>) {
  const mediumId = randomUUID();
  const srid = 'E0ZKJ1J6R9ZJZR';
  for (const move of moves) await buildSettlement(pool, { medium_id: mediumId, srid, ...move });
  const own = { medium_id: mediumId, payment_id: randomUUID(), srid, amount_minor: 200 };
  if (collection !== undefined) await buildCollection(pool, { ...own, closed_at: openedAt, ...collection });
  return await mayBeChargedBack(pool, { mediumId, srid, currency: 'CAD', openedAt });
}

const charge = { retrieval_reference: 'the charge' };

describe('a chargeback that waits', () => {
  it.each([
    ['of an approved charge', 'the charge', true],
    ['of no movement', 'another', false],
    ['of a charge that the bank refused', 'refused', false],
    ['of a refund', 'back', false],
  ])('for a reference %s may be of the payment of that: %s is %s', async (_, rrn, expected) => {
    await buildWaitingChargeback(pool, { rrn });
    const refused = { approved: false, retrieval_reference: 'refused' };
    const back = { direction: 'credit', kind: 'refund', retrieval_reference: 'back' };

    expect(await judged([charge, refused, back])).toBe(expected);
  });

  it.each([
    ['after it', { at: '2026-04-20T00:00:00Z' }, true],
    ['on its day, which is all that the bank names', { at: '2026-02-28T08:00:01Z' }, true],
    ['a day before it', { at: '2026-02-28T08:00:00Z' }, false],
    ['in another currency', { currency: 'USD' }, false],
  ])('may be of a payment without a known charge: %s', async (_, chargeback, expected) => {
    await buildWaitingChargeback(pool, chargeback);

    expect(await judged([])).toBe(expected);
    expect(await judged([{ approved: false }, { direction: 'credit', kind: 'refund' }])).toBe(expected);
  });

  it('is one that still waits, and no deposit', async () => {
    const pieceId = await buildWaitingChargeback(pool);
    await pool.query('update feed_pieces set is_open = false where piece_id = $1', [pieceId]);
    const content = { amountMinor: 740, currency: 'CAD', at: '2026-03-20T00:00:00Z', rrn: 'the charge' };
    await insertRow(pool, 'feed_pieces', {
      ...{ piece_id: randomUUID(), kind: 'deposit', about: randomUUID(), content, is_open: true },
      ...{ rank: openedAt, exported_at: openedAt, file_id: 1, line_number: 3 },
    });

    expect([await judged([charge]), await judged([])]).toEqual([false, false]);
  });

  const approved = { outcome: 'approved', bank_reference: 'of our collection' };
  it.each([
    ['nothing', [], approved, true],
    ['only a refused movement', [{ kind: 'debt_recovery', approved: false }], approved, true],
    ['a recovery', [{ kind: 'debt_recovery', amount_minor: 190 }], approved, false],
    ['a charge of that amount', [{ amount_minor: 200 }], approved, false],
    ['a charge with that reference', [{ retrieval_reference: 'of our collection' }], approved, false],
    ['a refund of that amount', [{ direction: 'credit', kind: 'refund', amount_minor: 200 }], approved, true],
    ['nothing of one that the bank refused', [], { outcome: 'declined' }, false],
  ])('may be of our collection of the rest, of which was delivered %s', async (_, delivered, collection, expected) => {
    await buildWaitingChargeback(pool);

    expect(await judged([charge, ...delivered], collection)).toBe(expected);
  });
});
