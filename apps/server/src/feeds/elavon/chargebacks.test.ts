import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { exported, tap, window } from '../../../test/corrected-feed.ts';
import { emptyTables, london, mediumKey, temporaryFolder } from '../../../test/feed-fixture.ts';
import { withImporter } from '../../../test/kept-importer.ts';
import { deposit, v3, writePsv } from '../../../test/littlepay-feed.ts';
import { participant } from '../../../test/littlepay-import.ts';
import { oneOutcome } from '../../../test/one-outcome.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { enghouse } from '../enghouse/format.ts';
import { importFile } from '../import-deliveries.ts';
import { Importer } from '../importer.ts';
import { replayFiles } from '../replay.ts';
import { elavon } from './format.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

const charge = {
  ...{ id: 'X-1', operation: 'ONLINE_CLEARING', timestamp: '2025-06-02T03:30:00Z', amount: '250', rrn: '6260473' },
  ...{ payment_reference: window.payment_reference, token: tap.token, operatorid: '77', spdh_response: '000' },
};
const back = { batch_type: 'C', settlement_date: '7012025', chgbk_rsn_code: '4837' };

const other = { ...tap, token: 'another card' };
const otherWindow = { ...window, id: 'W-2', token: other.token, payment_reference: 'ABCDEFGHJKLMN2' };

it('a chargeback belongs to the charge of its amount when several charges have its bank reference', async () => {
  const folder = temporaryFolder();
  const later = { ...charge, id: 'X-9', amount: '400', timestamp: '2025-06-03T03:30:00Z', token: other.token };
  const files = [
    exported(folder, 'tx', 3, [charge, { ...later, payment_reference: otherWindow.payment_reference }]),
    exported(folder, 'pw', 3, [window, { ...otherWindow, amount_settled: '400', amount_to_settle: '400' }]),
    writePsv(folder, '010PR001618FUND20250702.txt', [deposit('6260473', '-$2.50', back)]),
  ];
  const importer = await Importer.open({ databaseUrl: url, operators: [london], mediumKey });
  onTestFinished(() => importer.close());

  for (const path of files) await importFile(importer, { formats: [enghouse, elavon], path });

  expect(await chargebacks()).toEqual([expect.objectContaining({ srid: window.payment_reference, amount: 250 })]);
});

it('a chargeback waits when several charges have its bank reference and its amount', async () => {
  const folder = temporaryFolder();
  const alike = { ...charge, id: 'X-9', token: other.token, payment_reference: otherWindow.payment_reference };
  const files = [
    exported(folder, 'tx', 3, [charge, { ...charge, id: 'X-1 again' }, alike]),
    exported(folder, 'pw', 3, [window, otherWindow]),
    writePsv(folder, '010PR001618FUND20250702.txt', [deposit('6260473', '-$2.50', back)]),
  ];
  const importer = await Importer.open({ databaseUrl: url, operators: [london], mediumKey });
  onTestFinished(() => importer.close());

  for (const path of files) await importFile(importer, { formats: [enghouse, elavon], path });

  expect(await chargebacks()).toEqual([]);
  expect(await waiting()).toEqual(['6260473']);
  await importFile(importer, {
    formats: [enghouse],
    path: exported(folder, 'tx', 4, [{ ...alike, spdh_response: '005' }]),
  });
  expect(await chargebacks()).toEqual([expect.objectContaining({ srid: window.payment_reference, amount: 250 })]);
});

it('a chargeback of less than a charge belongs to the only payment with a charge as large, be that its largest', async () => {
  const folder = temporaryFolder();
  const small = { ...charge, id: 'X-8', amount: '100' };
  const files = [
    exported(folder, 'tx', 3, [charge, small]),
    exported(folder, 'pw', 3, [{ ...window, amount_settled: '350', amount_to_settle: '350' }]),
    writePsv(folder, '010PR001618FUND20250702.txt', [deposit('6260473', '-$2.00', back)]),
  ];
  const importer = await Importer.open({ databaseUrl: url, operators: [london], mediumKey });
  onTestFinished(() => importer.close());

  for (const path of files) await importFile(importer, { formats: [enghouse, elavon], path });

  expect(await chargebacks()).toEqual([expect.objectContaining({ srid: window.payment_reference, amount: 200 })]);
});

async function chargebacks(): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select srid, operator_code, amount_minor::int as amount, reason_code, retrieval_reference from chargebacks`,
  );
  return rows;
}

async function waiting(): Promise<unknown[]> {
  const { rows } = await pool.query(`select content ->> 'rrn' as rrn from feed_pieces where is_open order by 1`);
  return rows.map(({ rrn }) => rrn);
}

it('a chargeback finds the payment of an Enghouse back office by the reference of the bank, in every order of the files', async () => {
  const folder = temporaryFolder();
  const files = [
    exported(folder, 'tx', 3, [charge, { ...charge, id: 'X-2', spdh_response: '005', rrn: 'refused' }]),
    exported(folder, 'pw', 3, [window]),
    writePsv(folder, '010PR001618FUND20250702.txt', [
      deposit('6260473', '-$2.50', back),
      deposit('refused', '-$2.50', back),
      deposit('of another agency', '-$2.50', back),
    ]),
  ];
  const outcome = await oneOutcome({ pool, url }, files, async () => ({
    chargebacks: await chargebacks(),
    waiting: await waiting(),
  }));

  expect(outcome).toEqual({
    chargebacks: [
      {
        ...{ srid: window.payment_reference, operator_code: '77', amount: 250 },
        ...{ reason_code: '4837', retrieval_reference: '6260473' },
      },
    ],
    waiting: ['of another agency', 'refused'],
  });
});

it('rows of other merchants in a file of several agencies are skipped, so that none of their chargebacks waits', async () => {
  const path = writePsv(temporaryFolder(), '010PR001618FUND20250702.txt', [
    deposit('ours', '-$2.50', { ...back, merchant_number: '0031' }),
    deposit('of another agency', '-$2.50', { ...back, merchant_number: '32' }),
    deposit('of another agency too', '$2.50', { merchant_number: '33' }),
  ]);
  const operators = [{ ...london, merchantNumbers: ['30', '31'] }];
  const importer = await Importer.open({ databaseUrl: url, operators, mediumKey });
  onTestFinished(() => importer.close());

  const report = await importFile(importer, { formats: [elavon], path });

  expect(await waiting()).toEqual(['ours']);
  expect([...report.notes]).toContainEqual(['row of another merchant; skipped', 2]);
});

it('a chargeback moves with its charge to another reference, in every order of the files', async () => {
  const folder = temporaryFolder();
  const files = [
    exported(folder, 'tx', 3, [charge]),
    exported(folder, 'tx', 4, [{ ...charge, payment_reference: otherWindow.payment_reference }]),
    writePsv(folder, '010PR001618FUND20250702.txt', [deposit('6260473', '-$2.50', back)]),
  ];

  expect(await oneOutcome({ pool, url }, files, chargebacks)).toMatchObject([{ srid: otherWindow.payment_reference }]);
});

type Change = Readonly<Record<string, string>>;

/** What newer exports say of a charge of 2.50 that is charged back, and which charges the chargeback then belongs to. */
const laterChanges: Readonly<
  Record<string, { changes: readonly (readonly Change[])[]; belongsTo: readonly string[] }>
> = {
  'it was refused': { changes: [[{ spdh_response: '005' }]], belongsTo: [] },
  'it was refused, and then taken': { changes: [[{ spdh_response: '005' }], [{}]], belongsTo: ['own'] },
  'it has another reference of the bank': { changes: [[{ rrn: 'another' }]], belongsTo: [] },
  'it has no reference of the bank': { changes: [[{ rrn: '' }]], belongsTo: [] },
  'it was a refund': { changes: [[{ operation: 'REFUND' }]], belongsTo: [] },
  'it was less than what was charged back': { changes: [[{ amount: '200' }]], belongsTo: [] },
  'it is as it was': { changes: [[{}]], belongsTo: ['own'] },
  'another charge is the same': { changes: [[{ of: 'other' }]], belongsTo: [] },
  'another charge is the same, and was refused': {
    changes: [[{ of: 'other' }], [{ of: 'other', spdh_response: '005' }]],
    belongsTo: ['own'],
  },
  'it was more, and another charge is exact': { changes: [[{ amount: '400' }, { of: 'other' }]], belongsTo: ['other'] },
};

it('a chargeback has one place in every order of the files and after a replay, whatever newer exports say of its charge', async () => {
  const folder = temporaryFolder();
  const cases = Object.entries(laterChanges);
  const row = (at: number, { of = 'own', ...change }: Change = {}) => ({
    ...{ ...charge, id: `${of} ${at}`, token: `${of} card ${at}`, payment_reference: `${of} ${at}`, rrn: `rrn ${at}` },
    ...change,
  });
  const said = (newer: number) =>
    cases.flatMap(([, { changes }], at) => (changes[newer] ?? []).map((one) => row(at, one)));
  const files = [
    exported(
      folder,
      'tx',
      3,
      cases.map((_, at) => row(at)),
    ),
    exported(folder, 'tx', 4, said(0)),
    exported(folder, 'tx', 5, said(1)),
    writePsv(
      folder,
      '010PR001618FUND20250702.txt',
      cases.map((_, at) => deposit(`rrn ${at}`, '-$2.50', back)),
    ),
  ];
  const places = async () => {
    const { rows } = await pool.query('select srid, retrieval_reference as rrn from chargebacks');
    const waits = new Set(await waiting());
    return Object.fromEntries(
      cases.map(([name], at) => [
        name,
        {
          belongsTo: rows.filter(({ rrn }) => rrn === `rrn ${at}`).map(({ srid }) => srid.toLowerCase().split(' ')[0]),
          isWaiting: waits.has(`rrn ${at}`),
        },
      ]),
    );
  };

  const imported = await oneOutcome({ pool, url }, files, places);
  await withImporter({ databaseUrl: url, operators: [london], mediumKey }, (importer) =>
    replayFiles(importer, undefined, () => {}),
  );
  const replayed = await places();

  const expected = Object.fromEntries(
    cases.map(([name, { belongsTo }]) => [name, { belongsTo, isWaiting: belongsTo.length === 0 }]),
  );
  expect({ imported, replayed }).toEqual({ imported: expected, replayed: expected });
});

it('a chargeback of a Littlepay payment follows what newer exports say of its charge, in every order of the files', async () => {
  const folder = temporaryFolder();
  const cards = ['shared', 'moved', 'asked'];
  const ofCard = (card: string) => ({
    ...{ retrieval_reference_number: `rrn ${card}`, funding_source_id: card, customer_id: `customer of ${card}` },
  });
  const charged = (card: string, more = {}) =>
    v3.settlement(card, `day of ${card}`, '3.60', { ...ofCard(card), ...more });
  const asked = { ...ofCard('asked'), amount: '3.60' };
  const another = { funding_source_id: 'another', customer_id: 'customer of another' };
  const delivered = (day: number, entity: string, rows: ReturnType<typeof charged>[]) => {
    const at = { record_updated_timestamp_utc: `2025-10-0${day}T04:30:00.000Z` };
    return writePsv(
      folder,
      `2025100${day}0430_${entity}.csv`,
      rows.map((row) => ({ ...row, ...at })),
    );
  };
  const files = [
    delivered(4, 'settlements', [charged('shared'), charged('moved')]),
    delivered(5, 'settlements', [
      charged('shared', { ...another, settlement_id: 'second', aggregation_id: 'day of another' }),
      charged('moved', { ...another, aggregation_id: 'day of another' }),
      charged('asked', { amount: '1.00' }),
    ]),
    delivered(6, 'authorisations', [v3.answer('day of asked', '2025-10-04T03:30:00.000Z', 'AUTHORISED', asked)]),
    writePsv(
      folder,
      '010PR001618FUND20251007.txt',
      cards.map((card) => deposit(`rrn ${card}`, '-$3.60', back)),
    ),
  ];

  const outcome = await oneOutcome({ pool, url, operator: participant }, files, async () => ({
    chargebacks: (
      await pool.query(
        `select taken.retrieval_reference as of, count(*)::int as places, bool_and(charge.settlement_id is not null) as are_of_charges
        from chargebacks taken
        left join settlements charge using (medium_id, srid, retrieval_reference)
        group by 1 order by 1`,
      )
    ).rows,
    waiting: (
      await pool.query(`select content ->> 'rrn' as rrn from feed_pieces where is_open and kind = 'chargeback'`)
    ).rows,
  }));

  expect(outcome).toEqual({
    chargebacks: [
      { of: 'rrn asked', places: 1, are_of_charges: true },
      { of: 'rrn moved', places: 1, are_of_charges: true },
    ],
    waiting: [{ rrn: 'rrn shared' }],
  });
});
