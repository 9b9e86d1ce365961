import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildMarkedPerson } from '../../../test/factories/marked-person.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { traceHeader } from '../../../test/trace-header.ts';
import { declaredTables } from '../../database/tables/declared-tables.ts';
import { sha256 } from '../../lib/hashing.ts';
import { authRole } from '../../roles/auth.ts';
import { exportPageSize } from './export.queries.ts';
import { exportData } from './export.service.ts';

const { app, call, context, pool, signIn } = await createTestApp([authRole]);
const address = '/public/api/v1/auth/user/export';

const download = (cookie: string) => call({ method: 'GET', url: address, headers: { cookie } });

describe('GET /user/export', () => {
  it('contains every field that is declared with an export name', async () => {
    const { cookie } = await buildMarkedPerson(context, 'exportedperson');

    const response = await download(cookie);

    expect(response.headers['content-disposition']).toBe('attachment; filename="tapfolio-data.json"');
    const data = response.json();
    for (const { exportAs, owner, columns } of Object.values(declaredTables)) {
      if (exportAs === null) continue;
      const [first] = owner === 'medium_id' ? data.travel[0][exportAs] : data[exportAs];
      const names = Object.values(columns).flatMap(({ exportName }) => exportName ?? []);
      expect([exportAs, Object.keys(first ?? {}).sort()]).toEqual([exportAs, names.sort()]);
    }
    expect(data.account[0]).toMatchObject({ email: 'exportedperson@example.org', firstName: 'exportedperson Anna' });
    expect(data.cards[0].name).toBe('exportedperson card');
    expect(data.travel[0].trips).toHaveLength(2);
    expect(data.travel[0].trips[0]).toMatchObject({ startedAt: '2026-03-01T08:00:00Z', fareMinor: 370 });
  });

  it.each([
    ['an image on a sister domain', { 'sec-fetch-site': 'same-site' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['a caller without trace header', {}],
  ])(
    'is refused for %s, and does not use up one of the exports of the hour',
    async (_what, headers: Record<string, string>) => {
      const { cookie, passengerId } = await signIn();

      const response = await app.inject({ url: address, headers: { cookie, ...headers } });

      expect(response.json().error?.code).toBe('cross_site_request');
      const { rowCount } = await pool.query(
        `select from audit_events where kind = 'data_exported' and passenger_id = $1`,
        [passengerId],
      );
      expect(rowCount).toBe(0);
    },
  );

  it('holds no password, token or key', async () => {
    const { cookie } = await buildMarkedPerson(context, 'withoutsecrets');

    const { body } = await download(cookie);

    for (const secret of ['argon2', 'hash withoutsecrets', 'withoutsecrets.token', 'withoutsecrets second'])
      expect(body).not.toContain(secret);
    expect(body).not.toMatch(/"\\\\x/);
  });

  /** A trip, and this number of further ones of the same card. */
  async function travelOften(medium_id: string, more: number): Promise<void> {
    await buildTrip(pool, { medium_id, started_at: '2026-03-01T08:00:00Z' });
    await pool.query(
      `insert into trips (medium_id, started_at, trip_id, operator_code, tap_id, status, fare_minor, currency,
        service_day, updated_at, exported_at, file_id, line_number)
      select medium_id, started_at + n / 3 * interval '1 second', gen_random_uuid(), '1', gen_random_uuid(), 'calculated',
        n, 'CAD', service_day, updated_at, exported_at, 1, n
      from trips, generate_series(1, $2) n where medium_id = $1`,
      [medium_id, more],
    );
  }

  it('has all trips of the passenger and none of others', async () => {
    const { cookie, passengerId } = await signIn();
    const { medium_id } = await buildCard(pool, { passenger_id: passengerId });
    await buildMarkedPerson(context, 'somebodyelse');
    await travelOften(medium_id, 1203);

    const { body } = await download(cookie);

    const { trips } = JSON.parse(body).travel[0];
    expect(new Set(trips.map((trip: { tripId: string }) => trip.tripId)).size).toBe(1204);
    expect(trips).toHaveLength(1204);
    expect(body).not.toContain('somebodyelse');
  });

  it('has the travel of each card of the passenger, also where the last page of a list is full', async () => {
    const { cookie, passengerId } = await signIn();
    const numbers: number[] = [];
    for (const trips of [exportPageSize, 1, 2 * exportPageSize]) {
      const { card_id, medium_id } = await buildCard(pool, { passenger_id: passengerId });
      await travelOften(medium_id, trips - 1);
      numbers.push(card_id);
    }

    const { format, travel } = JSON.parse((await download(cookie)).body);

    expect(format).toBe(1);
    expect(travel.map((card: { cardId: number; trips: object[] }) => [card.cardId, card.trips.length])).toEqual([
      [numbers[0], exportPageSize],
      [numbers[1], 1],
      [numbers[2], 2 * exportPageSize],
    ]);
  });

  it('has the movements of shown payments of which the bank named no time, if another passenger had the card before', async () => {
    const { cookie, passengerId } = await signIn();
    const { medium_id } = await buildCard(pool, { passenger_id: passengerId });
    await insertRow(pool, 'history_bounds', { medium_id, shown_from: '2026-03-08T12:00:00Z' });
    const untimed = { medium_id, requested_at: null, exported_at: '2026-03-10T00:00:00Z' };
    const money = async (opened_at: string) => {
      const { srid } = await buildPayment(pool, { medium_id, opened_at });
      const { settlement_id } = await buildSettlement(pool, { ...untimed, srid });
      const asked = { authorisation_id: randomUUID(), operator_code: '1', kind: 'card_check', amount_minor: 0 };
      await insertRow(pool, 'authorisations', {
        ...untimed,
        ...asked,
        srid,
        approved: true,
        file_id: 1,
        line_number: 1,
      });
      return [settlement_id, asked.authorisation_id];
    };
    const before = await money('2026-03-08T08:00:00Z');
    const after = await money('2026-03-08T16:00:00Z');
    const [, ofNobody = ''] = await money('2026-03-08T16:00:00Z');
    await pool.query('update authorisations set srid = null where authorisation_id = $1', [ofNobody]);

    const { body } = await download(cookie);

    for (const own of after) expect(body).toContain(own);
    for (const strange of [...before, ofNobody]) expect(body).not.toContain(strange);
  });

  it('has a list without pages once, although it has as many rows as a page', async () => {
    const { cookie, passengerId } = await signIn();
    await pool.query(
      `insert into consents (passenger_id, version, language)
      select $1, 'terms ' || n, 'en_CA' from generate_series(1, $2::integer) n`,
      [passengerId, exportPageSize],
    );

    expect(JSON.parse((await download(cookie)).body).consents).toHaveLength(exportPageSize);
  });

  /** Reads an export until the travel of the first card. */
  async function beginExport(passengerId: string, cookie: string) {
    const [, token = ''] = cookie.split('=');
    const asked = { passengerId, tokenHash: sha256(token), traceId: traceHeader() };
    const parts = (await exportData({ ...context, readDb: pool }, asked))[Symbol.asyncIterator]();
    let begun = '';
    while (!begun.includes('"travel":[\n{')) begun += (await parts.next()).value;
    return { parts, begun };
  }

  it('breaks off when its session is ended meanwhile, however slowly it is read', async () => {
    const { passengerId, cookie } = await signIn();
    const { medium_id } = await buildCard(pool, { passenger_id: passengerId });
    const { trip_id } = await buildTrip(pool, { medium_id, started_at: '2026-03-01T08:00:00Z' });
    const { parts, begun } = await beginExport(passengerId, cookie);
    let read = begun;

    await pool.query('delete from sessions where passenger_id = $1', [passengerId]);
    const readOn = async () => {
      for (let part = await parts.next(); part.done !== true; part = await parts.next()) read += part.value;
    };

    await expect(readOn()).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(read).not.toContain(trip_id);
  });

  it('has no trip of the next owner of a card that leaves the account during the export', async () => {
    const { passengerId, cookie } = await signIn();
    for (let card = 1; card < 3; card += 1) await buildCard(pool, { passenger_id: passengerId });
    const { medium_id } = await buildCard(pool, { passenger_id: passengerId });
    const { parts, begun } = await beginExport(passengerId, cookie);
    let read = begun;

    const next = await signIn();
    await pool.query('delete from cards where medium_id = $1', [medium_id]);
    await buildCard(pool, { passenger_id: next.passengerId, medium_id });
    const { trip_id } = await buildTrip(pool, { medium_id, started_at: '2026-03-01T08:00:00Z' });
    for (let part = await parts.next(); part.done !== true; part = await parts.next()) read += part.value;

    expect(JSON.parse(read).travel).toHaveLength(3);
    expect(read).not.toContain(trip_id);
  });

  it('is made five times an hour at most', async () => {
    const { cookie } = await signIn();
    for (let time = 0; time < 5; time += 1) expect((await download(cookie)).statusCode).toBe(200);

    const response = await download(cookie);

    expect([response.statusCode, response.json().error.code]).toEqual([429, 'too_many_requests']);
  });
});
