import { expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { everyRound, rounds } from '../../../test/every-round.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { actMeanwhile, beginHolding } from '../../../test/row-queue.ts';
import { at, passengerWithCard } from '../../../test/travel-documents.ts';
import { askAtOnce, whileBusy } from '../../../test/while-busy.ts';
import { sweepExpired } from '../../jobs/sweep-expired.job.ts';
import { contextOf } from '../../plugins/context.ts';
import { authRole } from '../../roles/auth.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([authRole, portalRole]);
const { context, pool } = testApp;
const worker = contextOf(context, 'worker');
const monthsKept = context.config.retention.travelMonths;

/** A passenger with a trip of March, and what they do with it. */
async function withTrip() {
  const known = await passengerWithCard(testApp);
  const { passenger, cards, medium_id } = known;
  const { trip_id } = await buildTrip(pool, { medium_id, started_at: at('03-05') });
  const url = `/public/api/v1/portal/cards/${cards}`;
  const mark = (isForWork: boolean) => {
    const lists = { forWork: isForWork ? [trip_id] : [], notForWork: isForWork ? [] : [trip_id] };
    return passenger.call({
      method: 'POST',
      url: `${url}/work-trips`,
      payload: { ...lists, from: at('03-05'), to: at('03-05') },
    });
  };
  const rule = (isOn: boolean) => passenger.call({ method: 'PATCH', url: `${url}/work-rule`, payload: { isOn } });
  return { ...known, trip_id, mark, rule, unlink: () => passenger.call({ method: 'DELETE', url }) };
}

const countOf = async (table: 'work_marks' | 'work_rules', passengerId: string) =>
  (await pool.query(`select from ${table} where passenger_id = $1`, [passengerId])).rowCount;

it(`a trip marked, unmarked and ruled from several tabs while its card is unlinked leaves nothing behind, in ${rounds} rounds`, async () => {
  await everyRound(testApp, async () => {
    const { passenger, mark, rule, unlink } = await withTrip();
    await buildCard(pool, { passenger_id: passenger.passengerId });

    const acts = [() => mark(true), () => rule(true), unlink, () => mark(true), () => rule(false), () => mark(false)];
    const answers = await Promise.all(acts.map((act) => whileBusy(act)));

    for (const { statusCode } of answers) expect([200, 204, 404]).toContain(statusCode);
    expect(await countOf('work_marks', passenger.passengerId)).toBe(0);
    expect(await countOf('work_rules', passenger.passengerId)).toBe(0);
  });
});

it(`a rule turned on by two tabs at once is one rule, and off it has one end, in ${rounds} rounds`, async () => {
  await everyRound(testApp, async () => {
    const { passenger, rule } = await withTrip();

    const on = await askAtOnce(3, () => rule(true));
    const off = await askAtOnce(2, () => rule(false));

    expect(new Set(on.map((answer) => answer.json().since)).size).toBe(1);
    expect(off.map((answer) => answer.json())).toEqual([{ since: null }, { since: null }]);
    expect(await countOf('work_rules', passenger.passengerId)).toBe(1);
  });
});

it.each(['mark', 'rule'] as const)(
  'a session that ends in the middle of the call “%s” changes nothing',
  async (name) => {
    const { passenger, ...calls } = await withTrip();
    const { passengerId } = passenger;

    const answer = await actMeanwhile(pool, {
      lock: { text: 'select from passengers where passenger_id = $1 for update', values: [passengerId] },
      call: () => calls[name](true),
      act: (holder) => holder.query('delete from sessions where passenger_id = $1', [passengerId]),
    });

    expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'unauthenticated']);
    expect([await countOf('work_marks', passengerId), await countOf('work_rules', passengerId)]).toEqual([0, 0]);
  },
);

it('marks and ended rules stay a month longer than the trips, and a rule that is on stays', async () => {
  const { passenger, cards, mark, rule } = await withTrip();
  const { passengerId } = passenger;
  await mark(true);
  await rule(true);
  const age = (months: number) => [passengerId, monthsKept + months] as const;
  const started = `date_trunc('month', now() - make_interval(months => $2), 'UTC')`;
  await pool.query(`update work_marks set started_at = ${started} where passenger_id = $1`, [...age(1)]);
  await pool.query(`update work_rules set starts_at = ${started} where passenger_id = $1`, [...age(9)]);
  await pool.query(
    `insert into work_rules select $1, $3, ${started} - interval '2 days', ${started} - interval '1 hour'`,
    [...age(1), cards],
  );

  await sweepExpired(worker);
  expect([await countOf('work_marks', passengerId), await countOf('work_rules', passengerId)]).toEqual([1, 1]);

  await pool.query(`update work_marks set started_at = started_at - interval '1 hour' where passenger_id = $1`, [
    passengerId,
  ]);
  const holder = await pool.connect();
  onTestFinished(() => holder.release(true));
  await holder.query(beginHolding);
  await holder.query('select from work_marks where passenger_id = $1 for update', [passengerId]);
  await sweepExpired(worker);
  expect(await countOf('work_marks', passengerId)).toBe(1);
  await holder.query('rollback');
  await sweepExpired(worker);
  expect([await countOf('work_marks', passengerId), await countOf('work_rules', passengerId)]).toEqual([0, 1]);
});

it('marks and rules are in the data export of their passenger', async () => {
  const { passenger, cards, trip_id, mark, rule } = await withTrip();
  await mark(true);
  await rule(true);

  const exported = (await passenger.call({ url: '/public/api/v1/auth/user/export' })).json();

  expect(exported.workMarks).toMatchObject([{ tripId: trip_id, cardId: cards, isForWork: true }]);
  expect(exported.workRules).toMatchObject([{ cardId: cards, endsAt: null }]);
});
