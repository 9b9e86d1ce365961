import { beforeEach, describe, expect, it } from 'vitest';
import { count, emptyTables, importInto, temporaryFolder, writeRows } from '../../../test/feed-fixture.ts';
import { v3, writePsv } from '../../../test/littlepay-feed.ts';
import { deliver, one, participant } from '../../../test/littlepay-import.ts';
import { oneOutcome } from '../../../test/one-outcome.ts';
import { createTestDatabase } from '../../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

const operator = { ...participant, moneyFrom: 'enghouse' as const };
const reference = 'MV02SXT972718E';
const identity = { token: 'card', operator_id: '77', payment_reference: reference };
const at = { T1: '2025-10-03T08:00:00.000Z', T2: '2025-10-04T08:00:00.000Z' };
const window = { id: 'A', ...identity, stage: 'Closed', open_date: at.T1, amount_settled: 0, amount_to_settle: 0 };
const tapsOf = (ids: readonly (keyof typeof at)[]) =>
  ids.map((tap_id) => ({ tap_id, terminal_date: at[tap_id], ...identity, currency: 826 }));

describe('an operator whose payments come from another format', () => {
  it('gets trips and taps from this format, and no second payment', async () => {
    const files = {
      taps: [v3.tap('T1', at.T1)],
      links: [v3.link('T1', 'M')],
      fares: [v3.fare('M', 'A', '3.60')],
      settlements: [v3.settlement('S', 'A', '3.60')],
    };
    await deliver(url, files, { operator });

    expect([await count(pool, 'trips'), await count(pool, 'payments'), await count(pool, 'settlements')]).toEqual([
      1, 0, 0,
    ]);
  });

  it('keeps the day of a payment of the other format, with its taps and trips', async () => {
    const folder = temporaryFolder();
    writeRows(folder, 'taps-2025-10-05.csv', tapsOf(['T1', 'T2']));
    writeRows(folder, 'windows-2025-10-05.csv', [{ ...window, amount_settled: 400, amount_to_settle: 400 }]);
    await importInto(url, folder, [operator]);

    // Only the first tap is delivered again.
    const files = {
      taps: [v3.tap('T1', at.T1)],
      links: [v3.link('T1', 'M1'), v3.link('T2', 'M2')],
      fares: [v3.fare('M1', 'A', '1.75'), v3.fare('M2', 'A', '2.25')],
      settlements: [v3.settlement('S', 'A', '4.00', { littlepay_reference_number: reference })],
    };
    await deliver(url, files, { at: '202510060430', operator });

    expect(await one(pool, 'select service_day::text as day, paid_minor::int as paid from payments')).toEqual({
      day: '2025-10-03',
      paid: 400,
    });
    expect(await one(pool, 'select srid from taps where tapped_at < $$2025-10-04$$')).toEqual({ srid: reference });
  });

  it('derives no reference for a payment that the other format has not delivered yet', async () => {
    const files = { taps: [v3.tap('T1', at.T1)], links: [v3.link('T1', 'M')], fares: [v3.fare('M', 'A', '1.75')] };
    await deliver(url, files, { operator });

    expect(await one(pool, 'select srid, fare_minor::int as fare from trips')).toEqual({ srid: null, fare: 175 });
  });

  it('lists the trips of a free payment that only the other format names, in every order of the files', async () => {
    const folder = temporaryFolder();
    const files = [
      writeRows(folder, 'taps-2025-10-05.csv', tapsOf(['T1'])),
      writeRows(folder, 'windows-2025-10-05.csv', [window]),
      writePsv(folder, '202510060430_devicetransactions.psv', [v3.tap('T1', at.T1)]),
      writePsv(folder, '202510060430_micropayments.psv', [v3.fare('M', 'A', '0.00')]),
      writePsv(folder, '202510060430_micropaymentdevicetransactions.psv', [v3.link('T1', 'M')]),
    ];
    const result = await oneOutcome({ pool, url, operator }, files);

    expect(result).toMatchObject({
      taps: [{ srid: reference }],
      trips: [{ srid: reference, fare_minor: 0 }],
      payments: [{ srid: reference, due_minor: 0, status: 'none' }],
    });
  });

  it('names a stop as the newest export does, which repeats an older row of its own, in every order of the files', async () => {
    const folder = temporaryFolder();
    const files = [
      writePsv(folder, '202510040430_devicetransactions.psv', [
        v3.tap('T1', at.T1, { location_name: 'Littlepay Street' }),
      ]),
      writeRows(
        folder,
        'taps-2025-10-05.csv',
        tapsOf(['T1']).map((tap) => ({ ...tap, stop_name: 'Enghouse Street' })),
      ),
      writePsv(folder, '202510060430_devicetransactions.psv', [
        v3.tap('T1', at.T1, { location_name: 'Littlepay Street' }),
      ]),
    ];

    const result = await oneOutcome({ pool, url, operator }, files);

    expect(result).toMatchObject({ taps: [{ stop_name: 'Littlepay Street' }] });
  });
});
