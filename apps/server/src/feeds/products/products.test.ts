import { beforeEach, describe, expect, it } from 'vitest';
import { emptyTables, london, mediumKey, temporaryFolder, writeRows } from '../../../test/feed-fixture.ts';
import { withImporter } from '../../../test/kept-importer.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { formats } from '../formats.ts';
import { importFile } from '../import-deliveries.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

/** Imports rows in a file of a day of July, and returns the report. */
async function deliver(day: number, rows: readonly Record<string, string | number>[]) {
  const single = formats.filter((format) => format.folder === undefined);
  const file = writeRows(temporaryFolder(), `products-2025-07-0${day}.csv`, rows);
  const options = { databaseUrl: url, operators: [london], mediumKey };
  return await withImporter(options, (importer) => importFile(importer, { formats: single, path: file }));
}

const product = {
  product_id: 'P1',
  token: 'card',
  operator_id: '77',
  name: 'Return, zones 1 to 3',
  description: 'Any route',
  valid_from: '2025-07-01T05:00:00Z',
  valid_to: '2025-07-02T03:30:00Z',
  amount: 740,
  currency: '826',
  status: 'active',
  fare_class: 'second',
  round_trip_type: 'return',
  user_profile: 'adult',
  fq_code: 'RET-Z1-Z3',
  booking_id: 'B-2025-71',
  from_tariff_location: 'Zone 1',
  to_tariff_location: 'Zone 3',
  stored_value: 250,
  payment_reference: 'abc123def4567h',
  updated_at: '2025-07-01T05:01:00Z',
};

const sale = {
  sale_id: 'S1',
  token: 'card',
  operator_id: '77',
  package_code: 'TEN',
  name: 'Ten rides',
  description: 'Good for three months',
  sold_at: '2025-07-01T08:00:00Z',
  amount: 3150,
  currency: 'GBP',
  channel_type: 'app',
};

describe('a file of products', () => {
  it.each([
    ['was seen when its ticket began', '2025-06-02T05:00:00Z', '2025-06-02'],
    ['was not seen after the delivery', '2025-08-01T05:00:00Z', '2025-07-05'],
  ])('shows that the card %s, also when the file comes late', async (_, valid_from, day) => {
    await deliver(5, [{ ...product, valid_from, valid_to: '2025-09-01T03:30:00Z' }]);

    const { rows } = await pool.query(
      `select to_char(last_seen_at at time zone 'UTC', 'YYYY-MM-DD') as day from media`,
    );
    expect(rows).toEqual([{ day }]);
  });

  it('fills every field of a product', async () => {
    const report = await deliver(2, [product]);

    expect(report).toMatchObject({ format: 'products', status: 'imported', rows: 1 });
    const { rows } = await pool.query(
      `select to_jsonb(p) - array['medium_id', 'product_id', 'exported_at', 'file_id', 'line_number'] as row
      from products as p`,
    );
    expect(rows[0].row).toEqual({
      operator_code: '77',
      name: 'Return, zones 1 to 3',
      description: 'Any route',
      valid_from: '2025-07-01T05:00:00+00:00',
      valid_to: '2025-07-02T03:30:00+00:00',
      amount_minor: 740,
      currency: 'GBP',
      status: 'active',
      fare_class: 'second',
      round_trip_type: 'return',
      user_profile: 'adult',
      fq_code: 'RET-Z1-Z3',
      booking_id: 'B-2025-71',
      from_tariff_location: 'Zone 1',
      to_tariff_location: 'Zone 3',
      stored_value_minor: 250,
      srid: 'ABC123DEF4567H',
      updated_at: '2025-07-01T05:01:00+00:00',
    });
  });

  it('needs the columns that every product has, and no others', async () => {
    const { product_id, token, operator_id, name, valid_from, valid_to, amount, currency, status } = product;
    const bare = { product_id, token, operator_id, name, valid_from, valid_to, amount, currency, status };

    expect(await deliver(2, [bare])).toMatchObject({ status: 'imported', quarantined: [] });
    const { status: _, ...less } = bare;
    expect(await deliver(3, [less])).toMatchObject({
      status: 'refused',
      reason: 'looks like products but has no column status',
    });
  });

  it.each([
    [{ status: 'eaten' }, 'unknown value', 'status: eaten'],
    [{ fare_class: 'third' }, 'unknown value', 'fare_class: third'],
    [{ round_trip_type: 'circle' }, 'unknown value', 'round_trip_type: circle'],
    [{ user_profile: 'dog' }, 'unknown value', 'user_profile: dog'],
    [{ currency: 'XXX' }, 'unknown currency', 'XXX'],
    [{ amount: '7.40' }, 'amount is not a whole number', 'amount: 7.40'],
    [{ amount: -740 }, 'amount is negative', 'amount: -740'],
    [{ stored_value: -1 }, 'amount is negative', 'stored_value: -1'],
    [{ valid_to: '2025-06-30T00:00:00Z' }, 'validity ends before it begins', '2025-06-30T00:00:00Z'],
    [{ valid_from: '' }, 'missing value', 'valid_from'],
    [{ valid_from: 'soon' }, 'not a date and time', 'valid_from: soon'],
    [{ name: '' }, 'missing value', 'name'],
    [{ token: '' }, 'missing value', 'token'],
    [{ product_id: '' }, 'missing value', 'product_id'],
    [{ name: 'x'.repeat(501) }, 'text is too long', 'name: over 500 characters'],
  ])('sets a row with %j aside and takes the others', async (wrong, reason, detail) => {
    const report = await deliver(2, [
      { ...product, ...wrong },
      { ...product, product_id: 'P2' },
    ]);

    expect(report.quarantined).toEqual([{ line: 2, reason, detail }]);
    expect((await pool.query('select from products')).rowCount).toBe(1);
  });

  it('may be corrected by a newer export, in either order', async () => {
    const corrected = { ...product, valid_from: '2025-07-01T06:00:00Z', fare_class: 'first', stored_value: 0 };
    await deliver(3, [corrected]);
    const late = await deliver(2, [product]);

    expect(late.counts.toJSON()).toEqual({
      products: { inserted: 0, updated: 0, unchanged: 1, quarantined: 0, waiting: 0 },
    });
    const { rows } = await pool.query('select valid_from, fare_class, stored_value_minor::int from products');
    expect(rows).toEqual([{ valid_from: '2025-07-01 06:00:00+00', fare_class: 'first', stored_value_minor: 0 }]);
  });
});

describe('a file of sales', () => {
  it('fills every field of a sold package', async () => {
    const report = await deliver(2, [sale]);

    expect(report).toMatchObject({ format: 'products', status: 'imported', rows: 1 });
    const { rows } = await pool.query(
      `select to_jsonb(p) - array['medium_id', 'sale_id', 'exported_at', 'file_id', 'line_number'] as row
      from sales_packages as p`,
    );
    expect(rows[0].row).toEqual({
      sold_at: '2025-07-01T08:00:00+00:00',
      operator_code: '77',
      package_code: 'TEN',
      name: 'Ten rides',
      description: 'Good for three months',
      amount_minor: 3150,
      currency: 'GBP',
      channel_type: 'app',
    });
    expect((await pool.query('select first_seen_at from media')).rows).toEqual([
      { first_seen_at: '2025-07-01 00:00:00+00' },
    ]);
  });

  it.each([
    [{ channel_type: 'pigeon' }, 'unknown value', 'channel_type: pigeon'],
    [{ channel_type: '' }, 'missing value', 'channel_type'],
    [{ package_code: '' }, 'missing value', 'package_code'],
    [{ sold_at: '2025-02-30T00:00:00Z' }, 'no such date or time', 'sold_at: 2025-02-30T00:00:00Z'],
    [{ amount: -1 }, 'amount is negative', 'amount: -1'],
  ])('sets a row with %j aside and takes the others', async (wrong, reason, detail) => {
    const report = await deliver(2, [
      { ...sale, ...wrong },
      { ...sale, sale_id: 'S2' },
    ]);

    expect(report.quarantined).toEqual([{ line: 2, reason, detail }]);
    expect((await pool.query('select from sales_packages')).rowCount).toBe(1);
  });

  it('is corrected and not doubled, also when the older export comes last', async () => {
    await deliver(2, [sale, sale]);
    const report = await deliver(4, [{ ...sale, sold_at: '2025-07-01T09:00:00Z', name: 'Ten trips' }]);
    await deliver(3, [{ ...sale, name: 'Eleven rides' }]);

    expect(report.counts.toJSON().packages).toMatchObject({ quarantined: 0 });
    const { rows } = await pool.query('select name, sold_at from sales_packages');
    expect(rows).toEqual([{ name: 'Ten trips', sold_at: '2025-07-01 09:00:00+00' }]);
  });

  it('with commas between the columns is refused with that reason', async () => {
    const columns = Object.keys(sale).join(',');
    expect(await deliver(2, [{ [columns]: Object.values(sale).join(',') }])).toMatchObject({
      status: 'refused',
      reason: 'the columns are separated by commas instead of semicolons',
    });
  });
});
