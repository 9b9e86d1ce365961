import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { readCsv } from '../../../test/csv.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { askForProof, askForStatement, at, passengerWithCard } from '../../../test/travel-documents.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool, context } = testApp;

/** Each document, a record that it lists, its limits and the codes that name them. */
const statement = {
  name: 'travel-statement',
  ask: askForStatement,
  build: (db: typeof pool, medium_id: string, day: string) =>
    buildPayment(db, { medium_id, opened_at: at(day), srid: null }),
  table: ['payments', 'payment_id', 'opened_at', 'reason, method, due_minor, paid_minor, debt_paid_minor'],
  tooLong: { from: '2025-01-01', to: '2026-01-02' },
  empty: { from: '2025-01-01', to: '2026-01-01' },
  limits: { days: 366, payments: 1000 },
  codes: { tooLong: 'travel_statement_too_long', empty: 'travel_statement_empty' },
  withheld: ['card-payments-history-table.statement', 'card-payments-history-table'],
} as const;
const proof = {
  name: 'travel-proof',
  ask: askForProof,
  build: (db: typeof pool, medium_id: string, day: string) => buildTrip(db, { medium_id, started_at: at(day) }),
  table: ['trips', 'trip_id', 'started_at', 'fare_minor, from_name, to_name'],
  tooLong: { from: '2026-01-01', to: '2026-04-03' },
  empty: { from: '2026-01-01', to: '2026-04-02' },
  limits: { days: 92, trips: 1000 },
  codes: { tooLong: 'travel_proof_too_long', empty: 'travel_proof_empty' },
  withheld: ['card-trips-history-table.proof', 'card-trips-history-table'],
} as const;

describe.each([statement, proof])(
  'a refused $name',
  ({ name, ask, build, table, tooLong, empty, limits, codes, withheld }) => {
    const refusal = async (...asked: Parameters<typeof ask>) => {
      const response = await ask(...asked);
      return [response.statusCode, codeOf(response)];
    };

    /** Makes more records like the one of this medium, a minute apart. */
    async function fill(mediumId: string, count: number, after = 0): Promise<void> {
      const [records, id, time, own] = table;
      const columns = `operator_code, status, currency, service_day, updated_at, exported_at, file_id, line_number, ${own}`;
      await pool.query(
        `insert into ${records} (medium_id, ${id}, ${time}, ${columns})
       select medium_id, gen_random_uuid(), ${time} + make_interval(mins => n), ${columns}
       from (select * from ${records} where medium_id = $1 order by ${time} limit 1) as first,
         generate_series($2::integer + 1, $2::integer + $3::integer) n`,
        [mediumId, after, count],
      );
    }

    it('says the same of a card of another passenger, of an unlinked one and of one that nobody has', async () => {
      const { passenger, cards } = await passengerWithCard(testApp);
      const stranger = await passengerWithCard(testApp);
      await build(pool, stranger.medium_id, '03-02');
      const unlinked = await buildCard(pool, { passenger_id: passenger.passengerId });
      await pool.query('delete from cards where medium_id = $1', [unlinked.medium_id]);

      for (const foreign of [stranger.cards, unlinked.card_id, 2_000_000_000])
        for (const asked of [foreign, `${cards},${foreign}`])
          expect(await refusal(passenger, { cards: asked })).toEqual([404, 'TM0108']);
    });

    it.each([
      ['too many days', tooLong, [422, codes.tooLong]],
      ['nothing to list', empty, [404, codes.empty]],
      ['an end before its beginning', { from: '2026-03-02', to: '2026-03-01' }, [400, '0102']],
      ['a day that does not exist', { from: '2026-02-30' }, [400, '0102']],
      ['a year without travel', { from: '0000-03-01', to: '0000-03-01' }, [400, '0102']],
      ['a year after the last', { from: '9999-12-31', to: '9999-12-31' }, [400, '0102']],
      ['an unknown format', { format: 'xlsx' }, [400, '0102']],
      ['no card', { cards: '' }, [400, '0102']],
      ['a card that is no number', { cards: '1,x' }, [400, '0102']],
    ])('for %s says so', async (_, asked, expected) => {
      const { passenger, cards } = await passengerWithCard(testApp);

      for (const format of ['csv', 'pdf'])
        expect(await refusal(passenger, { cards, format, ...asked })).toEqual(expected);
    });

    it.each(['from', 'to', 'cards', 'format'])('without %s says what is missing', async (field) => {
      const { passenger, cards } = await passengerWithCard(testApp);
      const query = new URLSearchParams({ from: '2026-03-01', to: '2026-03-31', cards: String(cards), format: 'csv' });
      query.delete(field);

      const response = await passenger.call({ url: `/public/api/v1/portal/${name}?${query.toString()}` });

      expect([response.statusCode, codeOf(response)]).toEqual([400, '0101']);
    });

    it('names the limits when there are more records than a list shows, and is never cut', async () => {
      const { passenger, medium_id, cards } = await passengerWithCard(testApp);
      const other = await buildCard(pool, { passenger_id: passenger.passengerId });
      await build(pool, medium_id, '03-02');
      await fill(medium_id, 998);
      await build(pool, other.medium_id, '03-03');

      const both = await ask(passenger, { cards: `${cards},${other.card_id}` });
      expect(readCsv(both.body)).toHaveLength(1001);

      await build(pool, other.medium_id, '03-04');
      const tooMany = await ask(passenger, { cards: `${cards},${other.card_id}` });
      expect([tooMany.statusCode, tooMany.json().error]).toEqual([
        422,
        expect.objectContaining({ code: codes.tooLong, details: limits }),
      ]);
      await fill(medium_id, 2, 2000);
      expect(await refusal(passenger, { cards })).toEqual([422, codes.tooLong]);
    });

    it('counts as ten reads of the rate of a session, as a receipt does', async () => {
      const { requestRates } = context.config;
      const limited = await createTestApp([portalRole], {
        config: { requestRates: { ...requestRates, sessionPerMinute: 20 } },
      });
      const passenger = await limited.signIn();

      const codes = [];
      for (let count = 0; count < 3; count += 1) codes.push((await ask(passenger, { cards: 1 })).statusCode);

      expect(codes).toEqual([404, 404, 429]);
    });

    it.each(withheld)('is refused to all where the operator withholds %s', async (permission) => {
      const other = await createTestApp([portalRole], { config: { withheldPermissions: [permission] } });
      const { passenger, medium_id, cards } = await passengerWithCard(other);
      await build(other.pool, medium_id, '03-02');

      expect(await refusal(passenger, { cards })).toEqual([403, '0107']);
    });

    it('answers NWA0011 where the PDF cannot be made', async () => {
      const documents = { compile: () => context.documents.compile('missing', {}), close: async () => {} };
      const other = await createTestApp([portalRole], { documents });
      const { passenger, medium_id, cards } = await passengerWithCard(other);
      await build(other.pool, medium_id, '03-02');

      expect(await refusal(passenger, { cards, format: 'pdf' })).toEqual([502, 'NWA0011']);
    });
  },
);
