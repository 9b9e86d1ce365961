import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { exit, exported, fare, tap, ticket, window } from '../../test/corrected-feed.ts';
import { emptyTables, importInto, london, temporaryFolder, travelRows } from '../../test/feed-fixture.ts';
import { v3 } from '../../test/littlepay-feed.ts';
import { deliver, one } from '../../test/littlepay-import.ts';
import { oneOutcome } from '../../test/one-outcome.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { gtfs } from './gtfs/format.ts';
import { productFiles } from './products/format.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

const second = { ...tap, tap_id: 'T-2', terminal_date: '2025-06-01T12:30:00Z' };
const nowhere = { stop_id: '', stop_name: '', line_public_number: '', line_name: '' };

/** Asserts that older and newer export together give the same rows as the newer one alone. */
async function expectNothingLeft(older: readonly string[], newer: readonly string[]): Promise<void> {
  const corrected = await oneOutcome({ pool, url }, [...older, ...newer]);
  await emptyTables(pool);
  for (const file of newer) await importInto(url, file);
  expect(corrected).toEqual(await travelRows(pool));
}

describe('a cell that a newer export leaves empty', { timeout: 120_000 }, () => {
  it('removes stop, line and currency of a tap, also from its trip and ticket, in every order', async () => {
    const folder = temporaryFolder();
    const emptied = { ...nowhere, currency: '' };
    await expectNothingLeft(
      [exported(folder, 'tap', 3, [tap, exit, second])],
      [
        exported(folder, 'tap', 5, [
          { ...tap, ...emptied },
          { ...exit, ...emptied },
          { ...second, ...emptied },
        ]),
        exported(folder, 'tr', 5, [fare, { ...ticket, id: '10', tap_id: 'T-2' }]),
      ],
    );

    const { rows } = await pool.query('select line_id, line_name, from_name, to_name, currency from trips');
    const unknown = { line_id: null, line_name: null, from_name: null, to_name: null, currency: 'GBP' };
    expect(rows).toEqual([unknown, unknown]);
  });

  it('keeps stations and line if the fare has them too, in every order', async () => {
    const folder = temporaryFolder();
    const said = { ...fare, start_station: 'First Street', end_station: 'Second Street', line: '5' };
    const [on, off] = [tap, { ...exit, stop_name: 'Second Street' }];
    const outcome = await oneOutcome({ pool, url }, [
      exported(folder, 'tap', 3, [on, off]),
      exported(folder, 'tr', 4, [said]),
      exported(folder, 'tap', 5, [
        { ...on, ...nowhere },
        { ...off, ...nowhere },
      ]),
    ]);

    expect(outcome.trips).toEqual([
      expect.objectContaining({ line_id: '5', from_name: 'First Street', to_name: 'Second Street' }),
    ]);
  });

  it('removes stations, line and reason of a fare, in every order', async () => {
    const folder = temporaryFolder();
    const said = { ...fare, start_station: 'Zone 1', end_station: 'Zone 2', line: '5', reason: 'Day cap' };
    const silent = { ...fare, start_station: '', end_station: '', line: '', reason: '' };
    await expectNothingLeft(
      [exported(folder, 'tr', 3, [said])],
      [exported(folder, 'tap', 5, [{ ...tap, ...nowhere }]), exported(folder, 'tr', 5, [silent])],
    );
  });

  it('removes the ticket of a fare, in every order', async () => {
    const folder = temporaryFolder();
    await expectNothingLeft(
      [exported(folder, 'tr', 3, [ticket])],
      [exported(folder, 'tap', 5, [tap]), exported(folder, 'tr', 5, [fare])],
    );
  });

  it('removes the closing and the reference of a payment, in every order', async () => {
    const folder = temporaryFolder();
    await expectNothingLeft(
      [exported(folder, 'pw', 3, [{ ...window, close_date: '2025-06-02T00:00:00Z' }])],
      [exported(folder, 'pw', 5, [{ ...window, close_date: '', payment_reference: '' }])],
    );
  });

  it('has no older reference of a payment come back, in every order', async () => {
    const folder = temporaryFolder();
    await expectNothingLeft(
      [exported(folder, 'pw', 3, [window])],
      [exported(folder, 'pw', 5, [{ ...window, payment_reference: 'ABCDEFGHJKLMN2' }])],
    );
  });

  it('removes the place of a Littlepay tap, also from its trip', async () => {
    const taps = [v3.tap('T', '2025-10-03T08:00:00.000Z')];
    await deliver(url, { taps, links: [v3.link('T', 'M')], fares: [v3.fare('M', 'A', '3.60')] });
    const emptied = taps.map((row) => ({ ...row, location_id: '', location_name: '', route_id: '', mode: '' }));
    await deliver(url, { taps: emptied }, { at: '202510050430' });

    expect(await one(pool, 'select line_id, line_name, from_stop_id, from_name, currency from trips')).toEqual({
      ...{ line_id: null, line_name: null, from_stop_id: null, from_name: null, currency: 'GBP' },
    });
  });

  it('removes the description of a product and the code of a stop', async () => {
    const folder = temporaryFolder();
    const product = {
      ...{ product_id: 'P', token: 'card', operator_id: '77', name: 'Day', description: 'All zones', amount: '740' },
      ...{ valid_from: '2025-07-01T05:00:00Z', valid_to: '2025-07-02T03:30:00Z', currency: 'GBP', status: 'active' },
    };
    for (const [day, description] of ['All zones', ''].entries()) {
      const file = exported(folder, 'products', day + 3, [{ ...product, description }]);
      await importInto(url, file, [london], { format: productFiles });
    }
    for (const code of ['1234', '']) {
      const timetable = path.join(folder, `timetable ${code}`);
      mkdirSync(timetable);
      writeFileSync(path.join(timetable, 'stops.txt'), `stop_id,stop_name,stop_code\nS,Central,${code}\n`);
      writeFileSync(path.join(timetable, 'routes.txt'), 'route_id,route_short_name,route_type\n1,1,3\n');
      const version = code === '' ? '2026-02-02' : '2026-01-01';
      writeFileSync(path.join(timetable, 'feed_info.txt'), `feed_version\n${version}T00:00:00Z\n`);
      await importInto(url, timetable, [london], { format: gtfs });
    }

    expect(await one(pool, 'select description from products')).toEqual({ description: null });
    expect(await one(pool, 'select name, stop_code from stops')).toEqual({ name: 'Central', stop_code: null });
  });

  it('keeps an older fact about a card only if no newer export has one, in every order', async () => {
    const folder = temporaryFolder();
    const { media } = await oneOutcome({ pool, url }, [
      exported(folder, 'tap', 3, [{ ...tap, masked_pan: '424242******1111', form_factor: 'plastic' }]),
      exported(folder, 'tap', 4, [{ ...second, masked_pan: '', form_factor: 'phone' }]),
      exported(folder, 'tap', 5, [{ ...exit, masked_pan: '424242******4242', form_factor: 'phone' }]),
    ]);

    expect(media).toEqual([expect.objectContaining({ last_four: '4242', medium_type: 'phone' })]);
  });

  it('keeps the facts about a card, because rows of one card may differ', async () => {
    const folder = temporaryFolder();
    await importInto(
      url,
      exported(folder, 'tap', 3, [{ ...tap, masked_pan: '424242******4242', form_factor: 'phone' }]),
    );
    await importInto(url, exported(folder, 'tap', 5, [{ ...tap, masked_pan: '', form_factor: '' }]));

    const { rows } = await pool.query('select last_four, medium_type from media');
    expect(rows).toEqual([{ last_four: '4242', medium_type: 'phone' }]);
  });
});
