import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { readCsv } from '../../../test/csv.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { askForProof, at, passengerWithCard } from '../../../test/travel-documents.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool, context } = testApp;

const refusal = async (...asked: Parameters<typeof askForProof>) => {
  const response = await askForProof(...asked);
  return [response.statusCode, codeOf(response)];
};

describe('a refused proof of travel', () => {
  it('says the same of a card of another passenger, of an unlinked one and of one that nobody has', async () => {
    const { passenger, cards } = await passengerWithCard(testApp);
    const stranger = await passengerWithCard(testApp);
    await buildTrip(pool, { medium_id: stranger.medium_id, started_at: at('03-02') });
    const unlinked = await buildCard(pool, { passenger_id: passenger.passengerId });
    await pool.query('delete from cards where medium_id = $1', [unlinked.medium_id]);

    for (const foreign of [stranger.cards, unlinked.card_id, 2_000_000_000])
      for (const asked of [foreign, `${cards},${foreign}`])
        expect(await refusal(passenger, { cards: asked })).toEqual([404, 'TM0108']);
  });

  it.each([
    ['too many days', { from: '2026-01-01', to: '2026-04-03' }, [422, 'travel_proof_too_long']],
    ['no trips', { from: '2026-01-01', to: '2026-04-02' }, [404, 'travel_proof_empty']],
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

  it.each(['from', 'to', 'cards', 'format'])('without %s says what is missing', async (name) => {
    const { passenger, cards } = await passengerWithCard(testApp);
    const query = new URLSearchParams({ from: '2026-03-01', to: '2026-03-31', cards: String(cards), format: 'csv' });
    query.delete(name);

    const response = await passenger.call({ url: `/public/api/v1/portal/travel-proof?${query.toString()}` });

    expect([response.statusCode, codeOf(response)]).toEqual([400, '0101']);
  });

  it('names the limits when there are more trips than a list shows, and is never cut', async () => {
    const { passenger, medium_id, cards } = await passengerWithCard(testApp);
    const other = await buildCard(pool, { passenger_id: passenger.passengerId });
    const template = await buildTrip(pool, { medium_id, started_at: at('03-02') });
    await fill(template, 998);
    await buildTrip(pool, { medium_id: other.medium_id, started_at: at('03-03') });

    const both = await askForProof(passenger, { cards: `${cards},${other.card_id}` });
    expect(readCsv(both.body)).toHaveLength(1001);

    await buildTrip(pool, { medium_id: other.medium_id, started_at: at('03-04') });
    const tooMany = await askForProof(passenger, { cards: `${cards},${other.card_id}` });
    expect([tooMany.statusCode, tooMany.json().error]).toEqual([
      422,
      expect.objectContaining({ code: 'travel_proof_too_long', details: { days: 92, trips: 1000 } }),
    ]);
    await fill(template, 2, 2000);
    expect(await refusal(passenger, { cards })).toEqual([422, 'travel_proof_too_long']);
  });

  it('counts as ten reads of the rate of a session, as a receipt does', async () => {
    const { requestRates } = context.config;
    const limited = await createTestApp([portalRole], {
      config: { requestRates: { ...requestRates, sessionPerMinute: 20 } },
    });
    const passenger = await limited.signIn();

    const codes = [];
    for (let count = 0; count < 3; count += 1) codes.push((await askForProof(passenger, { cards: 1 })).statusCode);

    expect(codes).toEqual([404, 404, 429]);
  });

  it.each([['card-trips-history-table.proof'], ['card-trips-history-table']] as const)(
    'is that of every proof where the operator withholds %s',
    async (withheld) => {
      const other = await createTestApp([portalRole], { config: { withheldPermissions: [withheld] } });
      const { passenger, medium_id, cards } = await passengerWithCard(other);
      await buildTrip(other.pool, { medium_id, started_at: at('03-02') });

      expect(await refusal(passenger, { cards })).toEqual([403, '0107']);
    },
  );

  it('answers NWA0011 where the PDF cannot be made', async () => {
    const documents = { compile: () => context.documents.compile('missing', {}), close: async () => {} };
    const other = await createTestApp([portalRole], { documents });
    const { passenger, medium_id, cards } = await passengerWithCard(other);
    await buildTrip(other.pool, { medium_id, started_at: at('03-02') });

    expect(await refusal(passenger, { cards, format: 'pdf' })).toEqual([502, 'NWA0011']);
  });
});

/** More trips like this one, a minute apart. */
async function fill({ medium_id, trip_id }: { medium_id: string; trip_id: string }, count: number, after = 0) {
  const columns = `operator_code, status, fare_minor, currency, from_name, to_name, service_day, updated_at, exported_at,
    file_id, line_number`;
  await pool.query(
    `insert into trips (medium_id, trip_id, started_at, ${columns})
     select medium_id, gen_random_uuid(), started_at + make_interval(mins => n), ${columns}
     from trips, generate_series($3::integer + 1, $3::integer + $4::integer) n
     where medium_id = $1 and trip_id = $2`,
    [medium_id, trip_id, after, count],
  );
}
