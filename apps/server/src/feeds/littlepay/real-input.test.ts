import { beforeEach, describe, expect, it } from 'vitest';
import { emptyTables, importInto, london, travelRows } from '../../../test/feed-fixture.ts';
import { sharedData } from '../../../test/shared-data.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { summarise } from '../report.ts';
import { littlepay } from './format.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

const real = sharedData('tfl-contactless', 'littlepay');
const operator = { ...london, aliases: ['tfl-sample'] };

describe.skipIf(real === undefined)('the month of a real card', () => {
  it('adds up to the amounts of the statement', async () => {
    const reports = await importInto(url, real ?? '', [operator], { format: littlepay });

    expect(JSON.parse(JSON.stringify(summarise(reports)))).toMatchObject({ files: 7, imported: 7, notes: {} });
    const { rows } = await pool.query(`
      select (select count(*)::int from trips) as trips,
        (select count(*)::int from taps) as taps,
        (select sum(fare_minor)::int from trips) as fares,
        (select count(*)::int from payments) as payments,
        (select sum(due_minor)::int from payments) as due,
        (select sum(paid_minor)::int from payments where status = 'accepted') as paid,
        (select sum(amount_minor)::int from settlements where approved) as bank,
        (select count(*)::int from service_references where paid) as "references",
        (select count(*)::int from feed_pieces where is_open) as open`);
    expect(rows).toEqual([
      {
        trips: 78,
        taps: 125,
        fares: 20140,
        payments: 26,
        due: 20140,
        paid: 20140,
        bank: 20140,
        references: 26,
        open: 0,
      },
    ]);
    expect((await travelRows(pool)).media).toMatchObject([
      { scheme: 'AMEX', last_four: '2003', medium_type: 'plastic' },
    ]);
  });

  const enghouse = sharedData('tfl-contactless', 'enghouse');

  it.each([
    ['enghouse', 'littlepay'],
    ['littlepay', 'enghouse'],
    ['littlepay', 'littlepay'],
  ] as const)(
    'delivered by two back offices, %s first, is stored once when money is taken from %s',
    async (first, moneyFrom) => {
      const source = [{ ...operator, moneyFrom }];
      const load = {
        enghouse: () => importInto(url, enghouse ?? '', source),
        littlepay: () => importInto(url, real ?? '', source, { format: littlepay }),
      };
      await load[first]();
      await load[first === 'enghouse' ? 'littlepay' : 'enghouse']();

      const { rows } = await pool.query(`
      select (select count(*)::int from trips) as trips,
        (select count(*)::int from taps) as taps,
        (select count(*)::int from media) as media,
        (select sum(fare_minor)::int from trips) as fares,
        (select count(*)::int from payments) as payments,
        (select sum(paid_minor)::int from payments) as paid,
        (select sum(amount_minor)::int from settlements where approved) as bank,
        (select count(*)::int from service_references) as "references",
        (select count(*)::int from trips join payments using (srid, medium_id, service_day)) as joined`);
      const once = { trips: 78, taps: 125, media: 1, fares: 20140, payments: 26, paid: 20140, bank: 20140 };
      expect(rows).toEqual([{ ...once, references: 26, joined: 78 }]);
    },
  );
});
