import { beforeEach, describe, expect, it } from 'vitest';
import { exported, window } from '../../test/corrected-feed.ts';
import {
  count,
  emptyTables,
  importInto,
  london,
  mediumKey,
  mediumOf,
  temporaryFolder,
} from '../../test/feed-fixture.ts';
import { withImporter } from '../../test/kept-importer.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { findStatementReference } from '../modules/statement-references/statement-references.queries.ts';
import { replayFiles } from './replay.ts';
import { describeReport } from './report.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

const second = { ...window, id: 'W-2', open_date: '2025-06-02T12:00:00Z' };

async function references(): Promise<unknown[]> {
  const { rows } = await pool.query('select srid, opened_at from service_references order by srid');
  return rows;
}

describe('a payment with the reference of another payment of the card', () => {
  it.each([
    ['in the same file', [[window, second]]],
    ['in a later file', [[window], [second]]],
  ])('is set aside and reported, so that the reference opens one payment: %s', async (_, files) => {
    const folder = temporaryFolder();
    const reports = [];
    for (const [day, rows] of files.entries()) {
      reports.push(...(await importInto(url, exported(folder, 'pw', day + 3, rows))));
    }

    const [report] = reports.slice(-1);
    const reason = 'payment reference belongs to another payment of the card';
    expect([...(report?.reasons ?? [])]).toEqual([[reason, 1]]);
    expect(report && describeReport(report).join('\n')).toContain('[NWA0030]');
    expect(await references()).toEqual([{ srid: window.payment_reference, opened_at: '2025-06-01 12:00:00+00' }]);
    expect(await count(pool, 'payments')).toBe(1);
  });

  it('gets the reference when a newer export gives the other payment another one', async () => {
    const folder = temporaryFolder();
    await importInto(url, exported(folder, 'pw', 3, [window, second]));

    const corrected = { ...window, payment_reference: 'ABCDEFGHJKLMN2' };
    await importInto(url, exported(folder, 'pw', 4, [corrected]));
    await importInto(url, exported(folder, 'pw', 5, [second]));

    expect(await references()).toEqual([
      { srid: second.payment_reference, opened_at: '2025-06-02 12:00:00+00' },
      { srid: corrected.payment_reference, opened_at: '2025-06-01 12:00:00+00' },
    ]);
    expect(await count(pool, 'payments')).toBe(2);
  });

  it("keeps its own place and reference when a newer export gives it the other's reference and a new opening", async () => {
    const folder = temporaryFolder();
    const own = { ...second, payment_reference: 'ABCDEFGHJKLMN2' };
    await importInto(url, exported(folder, 'pw', 3, [window, own]));

    await importInto(url, exported(folder, 'pw', 4, [{ ...second, open_date: '2025-06-03T12:00:00Z' }]));

    expect(await references()).toEqual([
      { srid: window.payment_reference, opened_at: '2025-06-01 12:00:00+00' },
      { srid: own.payment_reference, opened_at: '2025-06-02 12:00:00+00' },
    ]);
    expect(await count(pool, 'payments')).toBe(2);
  });

  it('gets the reference in the next file after the other payment lost it and got a new opening', async () => {
    const folder = temporaryFolder();
    await importInto(url, exported(folder, 'pw', 3, [window]));
    const moved = { ...window, payment_reference: '', open_date: '2025-06-03T12:00:00Z' };
    await importInto(url, exported(folder, 'pw', 4, [moved]));

    await importInto(url, exported(folder, 'pw', 5, [second]));

    expect(await references()).toEqual([{ srid: second.payment_reference, opened_at: '2025-06-02 12:00:00+00' }]);
    expect(await count(pool, 'payments')).toBe(2);
  });
});

describe('a payment with the reference of a payment of another card', () => {
  const ofOther = { ...window, id: 'W-2', token: 'the second card' };
  const tokens = [window.token, ofOther.token];
  const holder = async () => {
    const { rows } = await pool.query('select medium_id from service_references');
    return rows.map(({ medium_id: mediumId }) => tokens.find((token) => mediumOf(token) === mediumId));
  };

  const isProven = async (srid = window.payment_reference) => {
    const found = await findStatementReference(pool, { srid, amountMinor: Number(window.amount_settled) });
    return found.length > 0;
  };

  it.each([
    ['older', 3],
    ['newer', 5],
  ])('leaves it to the card that it was delivered for first, also if its export is the %s one', async (_, day) => {
    const folder = temporaryFolder();
    await importInto(url, exported(folder, 'pw', 4, [window]));

    const [report] = await importInto(url, exported(folder, 'pw', day, [ofOther]));

    expect([...(report?.reasons ?? [])]).toEqual([['payment reference belongs to another card', 1]]);
    expect(await holder()).toEqual([window.token]);
  });

  it('is imported when it is replayed after the other payment was corrected', async () => {
    const folder = temporaryFolder();
    await importInto(url, exported(folder, 'pw', 4, [window]));
    await importInto(url, exported(folder, 'pw', 5, [ofOther]));
    await importInto(url, exported(folder, 'pw', 6, [{ ...window, payment_reference: '' }]));

    await withImporter({ databaseUrl: url, operators: [london], mediumKey }, (importer) =>
      replayFiles(importer, undefined, () => {}),
    );

    expect(await holder()).toEqual([ofOther.token]);
    expect(await count(pool, 'payments')).toBe(2);
  });

  it.each([
    ['has none since', [window.payment_reference, ''], false],
    ['has another one since', [window.payment_reference, 'ABCDEFGHJKLMN2'], false],
    ['had another one before', ['ABCDEFGHJKLMN2', window.payment_reference], true],
  ])('contests it as its newest row says, in either order: it %s', async (_, references, isContested) => {
    const rows = references.map((payment_reference) => ({ ...ofOther, payment_reference }));
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const folder = temporaryFolder();
      await importInto(url, exported(folder, 'pw', 4, [window]));
      for (const at of order) await importInto(url, exported(folder, 'pw', 5 + at, rows.slice(at, at + 1)));

      expect([order, await isProven()]).toEqual([order, !isContested]);
      await emptyTables(pool);
    }
  });

  it.each([
    ['in one file', [[1, 2]]],
    ['in two files', [[1], [2]]],
    ['in two files, the other way round', [[2], [1]]],
  ])('proves again when none of several contests it any more, corrected %s', async (_, corrections) => {
    const others = [window, ofOther, { ...ofOther, id: 'W-3', token: 'the third card' }];
    const folder = temporaryFolder();
    for (const [at, row] of others.entries()) await importInto(url, exported(folder, 'pw', 3 + at, [row]));

    const proven = [];
    for (const [day, which] of corrections.entries()) {
      const rows = others.filter((_row, at) => which.includes(at));
      const corrected = rows.map((row) => ({ ...row, payment_reference: '' }));
      await importInto(url, exported(folder, 'pw', 10 + day, corrected));
      proven.push(await isProven());
    }

    expect(proven).toEqual(corrections.map((_which, at) => at === corrections.length - 1));
  });

  it('proves nothing when one of two payments that contest it has it, and the other is not corrected', async () => {
    const third = { ...ofOther, id: 'W-3', token: 'the third card' };
    const folder = temporaryFolder();
    for (const [at, row] of [window, third, ofOther].entries())
      await importInto(url, exported(folder, 'pw', 3 + at, [row]));

    await importInto(url, exported(folder, 'pw', 7, [{ ...window, payment_reference: '' }]));
    await importInto(url, exported(folder, 'pw', 8, [ofOther]));

    expect([await holder(), await isProven()]).toEqual([[ofOther.token], false]);
    await importInto(url, exported(folder, 'pw', 9, [{ ...third, payment_reference: 'ABCDEFGHJKLMN2' }]));
    expect(await isProven()).toBe(true);
  });

  it('is not contested by an older row of a payment that contests another one since', async () => {
    const held = { ...window, id: 'W-3', token: 'the third card', payment_reference: 'ABCDEFGHJKLMN2' };
    const folder = temporaryFolder();
    await importInto(url, exported(folder, 'pw', 3, [window, held]));
    await importInto(url, exported(folder, 'pw', 6, [{ ...ofOther, payment_reference: held.payment_reference }]));

    await importInto(url, exported(folder, 'pw', 5, [ofOther]));

    expect([await isProven(), await isProven(held.payment_reference)]).toEqual([true, false]);
  });
});
