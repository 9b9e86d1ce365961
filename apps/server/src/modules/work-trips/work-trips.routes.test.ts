import { describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
import { buildCard, buildFormerMedium } from '../../../test/factories/cards.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { at, passengerWithCard } from '../../../test/travel-documents.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool, signIn } = testApp;

const urlOf = (cardId: number, part = 'work-trips') => `/public/api/v1/portal/cards/${cardId}/${part}`;

interface Marks {
  forWork?: string[];
  notForWork?: string[];
  from?: string;
  to?: string;
}

const mark = (
  passenger: SignedIn,
  cardId: number,
  { forWork = [], notForWork = [], from = at('03-01'), to = at('03-31') }: Marks,
) => passenger.call({ method: 'POST', url: urlOf(cardId), payload: { forWork, notForWork, from, to } });

const listed = async (passenger: SignedIn, cardId: number, query = ''): Promise<string[]> =>
  (await passenger.call({ url: `${urlOf(cardId)}${query}` })).json().tripIds;

const setRule = async (passenger: SignedIn, cardId: number, isOn: boolean): Promise<string | null> =>
  (await passenger.call({ method: 'PATCH', url: urlOf(cardId, 'work-rule'), payload: { isOn } })).json().since;

/** A trip that starts this many minutes from now, by the clock of the database. */
async function tripIn(medium_id: string, minutes: number): Promise<string> {
  const { rows } = await pool.query<{ at: string }>(
    `select to_char((now() + make_interval(mins => $1)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
    [minutes],
  );
  return (await buildTrip(pool, { medium_id, started_at: rows[0]?.at ?? '' })).trip_id;
}

const stored = async (cardId: number, passenger: SignedIn) =>
  (
    await pool.query<{ trip_id: string; is_for_work: boolean }>(
      'select trip_id, is_for_work from work_marks where passenger_id = $1 and card_id = $2',
      [passenger.passengerId, cardId],
    )
  ).rows;

describe('trips for work', () => {
  it('are those that were marked, on the pages of the list, also of a card that the bank has replaced', async () => {
    const { passenger, card, medium_id, cards } = await passengerWithCard(testApp);
    const former = await buildFormerMedium(pool, card);
    const [old, middle, newest] = [
      await buildTrip(pool, { medium_id: former, started_at: at('03-02') }),
      await buildTrip(pool, { medium_id, started_at: at('03-03') }),
      await buildTrip(pool, { medium_id, started_at: at('03-04') }),
    ];

    const answer = await mark(passenger, cards, {
      forWork: [old.trip_id, newest.trip_id],
      notForWork: [middle.trip_id],
    });

    expect(answer.statusCode).toBe(204);
    expect(await listed(passenger, cards)).toEqual([newest.trip_id, old.trip_id]);
    expect(await listed(passenger, cards, '?limit=2')).toEqual([newest.trip_id]);
    const page = await passenger.call({ url: `/public/api/v1/portal/cards/${cards}/trips?limit=2` });
    expect(await listed(passenger, cards, `?limit=2&cursor=${page.json().nextCursor}`)).toEqual([old.trip_id]);
    expect(await listed(passenger, cards, `?from=${at('03-03')}&to=${at('03-04')}`)).toEqual([]);
    expect((await stored(cards, passenger)).map(({ is_for_work }) => is_for_work)).toEqual([true, true]);
  });

  it('are new ones of a card whose rule is on, from its own moment on, but not those that are marked otherwise', async () => {
    const { passenger, medium_id, cards } = await passengerWithCard(testApp);
    const other = await buildCard(pool, { passenger_id: passenger.passengerId });
    const before = await tripIn(medium_id, -10);

    expect(await setRule(passenger, cards, false)).toBeNull();
    const since = await setRule(passenger, cards, true);
    expect(since).toMatch(/Z$/);
    expect(await setRule(passenger, cards, true)).toBe(since);
    const [usual, unmarked] = [await tripIn(medium_id, 10), await tripIn(medium_id, 20)];
    await tripIn(other.medium_id, 10);
    const to = new Date(Date.now() + 3_600_000).toISOString();
    await mark(passenger, cards, { notForWork: [unmarked], forWork: [usual], to });

    expect(await listed(passenger, cards)).toEqual([usual]);
    expect(await listed(passenger, other.card_id)).toEqual([]);
    expect(await stored(cards, passenger)).toEqual([{ trip_id: unmarked, is_for_work: false }]);
    await mark(passenger, cards, { forWork: [unmarked, before], to });
    expect(await stored(cards, passenger)).toEqual([{ trip_id: before, is_for_work: true }]);
    expect(await listed(passenger, cards)).toEqual([unmarked, usual, before]);
    const rule = await passenger.call({ url: urlOf(cards, 'work-rule') });
    expect(rule.json()).toEqual({ since });
  });

  it('stay so when the rule is turned off, and later trips are not', async () => {
    const { passenger, medium_id, cards } = await passengerWithCard(testApp);
    await setRule(passenger, cards, true);
    await pool.query(`update work_rules set starts_at = now() - interval '2 hours' where passenger_id = $1`, [
      passenger.passengerId,
    ]);
    const during = await tripIn(medium_id, -60);

    expect(await setRule(passenger, cards, false)).toBeNull();
    await tripIn(medium_id, 10);

    expect(await listed(passenger, cards)).toEqual([during]);
  });

  it('stay so when a correction moves the trip to another time or another card of the passenger', async () => {
    const { passenger, medium_id, cards } = await passengerWithCard(testApp);
    const other = await buildCard(pool, { passenger_id: passenger.passengerId });
    const { trip_id } = await buildTrip(pool, { medium_id, started_at: at('03-02') });
    await mark(passenger, cards, { forWork: [trip_id] });

    await pool.query('delete from trips where trip_id = $1', [trip_id]);
    await buildTrip(pool, { medium_id: other.medium_id, trip_id, started_at: at('03-20') });

    expect(await listed(passenger, cards)).toEqual([]);
    expect(await listed(passenger, other.card_id)).toEqual([trip_id]);
    await mark(passenger, other.card_id, { notForWork: [trip_id] });
    expect(await listed(passenger, other.card_id)).toEqual([]);
  });

  it('are found when the list is older than a correction of the time', async () => {
    const { passenger, medium_id, cards } = await passengerWithCard(testApp);
    const { trip_id } = await buildTrip(pool, { medium_id, started_at: at('03-20') });

    const answer = await mark(passenger, cards, { forWork: [trip_id], from: at('03-02'), to: at('03-02') });

    expect(answer.statusCode).toBe(204);
    expect(await listed(passenger, cards)).toEqual([trip_id]);
  });

  it('are marked all or none: NWA0037 for a trip of another passenger, of another card, or from before the history of the card', async () => {
    const { passenger, medium_id, cards } = await passengerWithCard(testApp);
    const other = await buildCard(pool, { passenger_id: passenger.passengerId });
    const stranger = await passengerWithCard(testApp);
    const own = await buildTrip(pool, { medium_id, started_at: at('03-05') });
    const hidden = await buildTrip(pool, { medium_id, started_at: at('03-02') });
    const foreign = [
      hidden,
      await buildTrip(pool, { medium_id: stranger.medium_id, started_at: at('03-05') }),
      await buildTrip(pool, { medium_id: other.medium_id, started_at: at('03-05') }),
    ];
    await pool.query('insert into history_bounds (medium_id, shown_from) values ($1, $2)', [medium_id, at('03-03')]);

    for (const { trip_id } of foreign) {
      const answer = await mark(passenger, cards, { forWork: [own.trip_id, trip_id] });
      expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'NWA0037']);
    }
    expect(await stored(cards, passenger)).toEqual([]);
  });

  it('are refused in two lists at once, and if they are more than a page', async () => {
    const { passenger, cards } = await passengerWithCard(testApp);
    const ids = Array.from({ length: 1001 }, () => crypto.randomUUID());

    const both = await mark(passenger, cards, { forWork: ids.slice(0, 1), notForWork: ids.slice(0, 1) });
    const many = await mark(passenger, cards, { forWork: ids.slice(0, 501), notForWork: ids.slice(501) });

    expect([codeOf(both), codeOf(many)]).toEqual(['0102', '0102']);
  });

  it('have a rule that is turned on and off forty times in a day at most', async () => {
    const { passenger, cards } = await passengerWithCard(testApp);
    const payload = (isOn: boolean) =>
      ({ method: 'PATCH', url: urlOf(cards, 'work-rule'), payload: { isOn } }) as const;
    for (let time = 0; time < 20; time += 1) for (const isOn of [true, false]) await passenger.call(payload(isOn));

    const next = await passenger.call(payload(true));

    expect([next.statusCode, codeOf(next)]).toEqual([429, 'too_many_requests']);
    const { rowCount } = await pool.query('select from work_rules where passenger_id = $1', [passenger.passengerId]);
    expect(rowCount).toBe(20);
  });

  it('may be none: then nothing is marked', async () => {
    const { passenger, cards } = await passengerWithCard(testApp);

    expect((await mark(passenger, cards, {})).statusCode).toBe(204);
  });

  it('are only the own ones: TM0108 for a card of another passenger', async () => {
    const { cards } = await passengerWithCard(testApp);
    const stranger = await signIn();

    for (const request of [mark(stranger, cards, {}), stranger.call({ url: urlOf(cards, 'work-rule') })])
      expect(codeOf(await request)).toBe('TM0108');
  });
});
