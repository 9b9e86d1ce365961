import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { exported, tap, window } from '../../../test/corrected-feed.ts';
import { emptyTables, london, mediumKey, temporaryFolder } from '../../../test/feed-fixture.ts';
import { deposit, writePsv } from '../../../test/littlepay-feed.ts';
import { oneOutcome } from '../../../test/one-outcome.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { enghouse } from '../enghouse/format.ts';
import { importFile } from '../import-deliveries.ts';
import { Importer } from '../importer.ts';
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
