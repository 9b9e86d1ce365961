import { beforeEach, describe, expect, it } from 'vitest';
import { exported, fare, tap, window } from '../../test/corrected-feed.ts';
import { outcomesOfEveryOrder } from '../../test/every-order.ts';
import { buildCollection } from '../../test/factories/collections.ts';
import { emptyTables, importInto, mediumOf, temporaryFolder } from '../../test/feed-fixture.ts';
import { refund } from '../../test/feed-refunds.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { findStatementReference } from '../modules/statement-references/statement-references.queries.ts';

const { pool, url } = await createTestDatabase();
beforeEach(async () => {
  await emptyTables(pool);
  await pool.query('delete from collections');
});

const [former, present] = [mediumOf(tap.token), mediumOf('other')];
type Row = Record<string, string>;
const ofOther = (row: Row): Row => ({ ...row, token: 'other' });
const charge = { ...refund, id: 'X-1', operation: 'ONLINE_CLEARING', timestamp: '2025-06-02T10:00:00Z', rrn: 'C' };
const refused = { ...window, stage: 'Debt', amount_settled: '0' };

async function deliver(day: number, files: Record<string, Row[]>): Promise<void> {
  const folder = temporaryFolder();
  for (const [entity, rows] of Object.entries(files)) exported(folder, entity, day, rows);
  await importInto(url, folder);
}

/** Which card has the payment, its refund, its movements and its trip. */
async function owners(): Promise<unknown> {
  const cardsOf = async (text: string) => {
    const { rows } = await pool.query<{ medium_id: string; what: string }>(text);
    return rows.map(({ medium_id: id, what }) => `${what}: ${id === present ? 'present' : 'former'}`);
  };
  return [
    ...(await cardsOf(
      `select medium_id, reason || ' ' || paid_minor as what from payments
      order by reason desc, medium_id = '${present}'`,
    )),
    ...(await cardsOf(
      `with known as materialized (select medium_id, srid from service_references)
      select medium_id, kind as what from settlements join known using (medium_id, srid) order by kind`,
    )),
    ...(await cardsOf(
      `select medium_id, 'fare ' || fare_minor || ', back ' || coalesce(refund_minor, 0) as what from trips`,
    )),
  ];
}
const proof = async () => {
  const [found] = await findStatementReference(pool, { srid: window.payment_reference, amountMinor: 250 });
  return found;
};
const debts = async () =>
  (await pool.query('select medium_id, state, due_minor::int as due from debts order by state')).rows;

describe('a payment that a newer export of Enghouse gives to another card', () => {
  it('stands there with its refund, its movements and its trip, in every order of the files', async () => {
    const files: Record<string, () => Promise<void>> = {
      travel: () => deliver(1, { tap: [tap], tr: [fare] }),
      money: () => deliver(2, { pw: [window], tx: [charge, refund] }),
      'corrected travel': () => deliver(5, { tap: [ofOther(tap)] }),
      'corrected money': () => deliver(6, { pw: [ofOther(window)], tx: [charge, refund].map(ofOther) }),
    };

    const outcomes = await outcomesOfEveryOrder({
      pool,
      files: Object.keys(files),
      importOne: async (file) => await files[file]?.(),
      outcome: owners,
    });

    expect(outcomes).toEqual([
      [
        'trip 250: present',
        'refund -250: present',
        'charge: present',
        'refund: present',
        'fare 250, back 250: present',
      ],
    ]);
  });

  it('takes its money along also if only the payment is corrected, and is proven no more by its reference', async () => {
    await deliver(1, { tap: [tap], tr: [fare] });
    await deliver(2, { pw: [window], tx: [charge, refund] });
    expect(await proof()).toMatchObject({ medium_id: former, is_proven: true });

    await deliver(5, { pw: [ofOther(window)] });

    expect(await owners()).toEqual([
      'trip 250: present',
      'refund -250: present',
      'charge: present',
      'refund: present',
      'fare 250, back 0: former',
    ]);
    expect(await proof()).toBeUndefined();
  });

  it('is owed by that card alone', async () => {
    await deliver(1, { tap: [tap], tr: [fare] });
    await deliver(2, { pw: [refused] });
    expect(await debts()).toEqual([{ medium_id: former, state: 'owed', due: 250 }]);

    await deliver(5, { pw: [ofOther(refused)] });

    expect(await debts()).toEqual([
      { medium_id: present, state: 'owed', due: 250 },
      { medium_id: former, state: 'ready', due: 250 },
    ]);
  });

  it('stays where the bank moved money for us, and its reference opens no card, since both have read it', async () => {
    await deliver(1, { tap: [tap], tr: [fare] });
    await deliver(2, { pw: [refused] });
    const { rows } = await pool.query<{ payment_id: string; srid: string }>('select payment_id, srid from payments');
    await buildCollection(pool, { medium_id: former, payment_id: '', ...rows[0], amount_minor: 250, currency: 'EUR' });

    await deliver(5, { tap: [ofOther(tap)], pw: [ofOther(refused)] });

    expect(await owners()).toEqual(['trip 0: former', 'fare 250, back 0: present']);
    expect(await proof()).toBeUndefined();
  });

  it('is another payment if it has another reference: a back office may start its numbers again', async () => {
    await deliver(2, { pw: [window] });

    await deliver(5, { pw: [{ ...ofOther(window), payment_reference: 'ABCDEFGHJKLMN2' }] });

    expect(await owners()).toEqual(['trip 250: former', 'trip 250: present']);
    expect(await proof()).toMatchObject({ medium_id: former, is_proven: true });
  });
});
