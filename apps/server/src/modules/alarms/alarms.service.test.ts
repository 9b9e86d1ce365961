import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildRefund } from '../../../test/factories/refunds.ts';
import { readMoneyRules } from '../../../test/money-rules.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { alarmKinds, checkMoney, closeAlarm, listAlarms, passingRules, raiseAlarm } from './alarms.service.ts';

const { pool } = await createTestDatabase();
const rules = await readMoneyRules(pool);

it('the runbook says what to do for every alarm', () => {
  const runbook = readFileSync(new URL('../../../../../docs/runbook.md', import.meta.url), 'utf8');

  expect(rules.length).toBeGreaterThan(10);
  expect([...alarmKinds, ...rules].filter((kind) => !runbook.includes(`\`${kind}\``))).toEqual([]);
});

it('only alarms of rules that are checked every minute end by themselves', () => {
  expect(passingRules.filter((rule) => !rules.includes(rule))).toEqual([]);
});

const openKinds = async () =>
  (await pool.query('select kind, detail from operator_alarms where ended_at is null order by kind')).rows;
const forgetFaults = async () => {
  for (const table of ['refunds', 'feed_pieces', 'operator_alarms']) await pool.query(`delete from ${table}`);
};
const logger = { error: () => undefined };

it('a back office that does not answer is one alarm, which neither hides nor ends another', async () => {
  const { refund_id } = await buildRefund(
    pool,
    await buildPayment(pool, { medium_id: randomUUID(), opened_at: '2026-03-01T08:00:00Z' }),
  );
  await checkMoney({ pool }, logger);
  const others = await openKinds();
  expect(others.map(({ kind }) => kind)).toContain('undecided_refund');

  await pool.query(`insert into back_office_messages
    (medium_id, message_number, message_id, payment_id, operator_code, srid, amount_minor, currency, kind, created_at)
    select gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), '1', 'T0000000000000', 740, 'CAD', 'access_denied',
      now() - interval '2 hours'
    from generate_series(1, 1001)`);
  await checkMoney({ pool }, logger);

  const waiting = { kind: 'back_office_waiting', detail: { messages: 1000, andMore: true } };
  expect(await openKinds()).toEqual([waiting, ...others]);
  await pool.query('delete from back_office_messages');
  await pool.query('delete from refunds where refund_id = $1', [refund_id]);
  await checkMoney({ pool }, logger);
  expect(await openKinds()).toEqual([]);
});

it('an alarm that an administrator closed is not raised again for the same day', async () => {
  const payment = await buildPayment(pool, { medium_id: randomUUID(), opened_at: '2026-03-01T08:00:00Z' });
  const done = { state: 'refunded', closed_at: new Date().toISOString(), bank_reference: 'B' };
  await buildRefund(pool, payment, { ...done, amount_minor: 741 });
  await checkMoney({ pool }, logger);
  const { alarms } = await listAlarms(pool);
  expect(alarms.map(({ kind }) => kind).toSorted()).toEqual(['refund_not_shown_once', 'refunded_more_than_paid']);

  for (const { alarmId } of alarms) await closeAlarm(pool, alarmId, 'by a test');
  await checkMoney({ pool }, logger);
  expect(await openKinds()).toEqual([]);

  await pool.query(`update operator_alarms set ended_at = now() - interval '25 hours'`);
  await checkMoney({ pool }, logger);
  expect(await openKinds()).toHaveLength(2);
  await forgetFaults();
});

it('an alarm that an administrator closed is raised again when there is more to it', async () => {
  const payment = await buildPayment(pool, { medium_id: randomUUID(), opened_at: '2026-03-01T08:00:00Z' });
  const done = { state: 'refunded', closed_at: new Date().toISOString(), bank_reference: 'B' };
  await buildRefund(pool, payment, { ...done, amount_minor: 741 });
  await checkMoney({ pool }, logger);
  for (const { alarmId } of (await listAlarms(pool)).alarms) await closeAlarm(pool, alarmId, 'by a test');

  await buildRefund(pool, payment, { ...done, amount_minor: 1, bank_reference: 'C' });
  await checkMoney({ pool }, logger);

  expect(await openKinds()).toContainEqual({ kind: 'refunded_more_than_paid', detail: { refundedMinor: 742 } });
  await forgetFaults();
});

it('an alarm that an older release raised and an administrator closed is not raised again', async () => {
  const payment = await buildPayment(pool, { medium_id: randomUUID(), opened_at: '2026-03-01T08:00:00Z' });
  const done = { state: 'refunded', closed_at: new Date().toISOString(), bank_reference: 'B', amount_minor: 741 };
  await buildRefund(pool, payment, done);
  await checkMoney({ pool }, logger);
  await pool.query(`update operator_alarms set detail = '{}', ended_at = now()`);

  await checkMoney({ pool }, logger);

  expect(await openKinds()).toEqual([]);
  await forgetFaults();
});

it('the difference of a day is not raised again when another day shows it too', async () => {
  const differing = (day: string, times: number) =>
    raiseAlarm(pool, { kind: 'bank_charged_twice', subject: 'C', detail: { day, times }, restDays: 2 });
  await differing('2026-03-01', 2);
  for (const { alarmId } of (await listAlarms(pool)).alarms) await closeAlarm(pool, alarmId, 'by a test');

  await differing('2026-03-02', 2);
  expect(await openKinds()).toEqual([]);
  await differing('2026-03-02', 3);
  expect(await openKinds()).toEqual([{ kind: 'bank_charged_twice', detail: { day: '2026-03-02', times: 3 } }]);
  await pool.query('delete from operator_alarms');
});

it('a chargeback that waits for its charge is an alarm once, until the charge comes', async () => {
  const piece_id = randomUUID();
  const wait = async () =>
    await pool.query(
      `insert into feed_pieces (piece_id, kind, about, content, is_open, rank, exported_at, file_id, line_number)
      values ($1, 'chargeback', $1, '{}', true, now(), now() - interval '15 days', 1, 2)`,
      [piece_id],
    );
  await wait();
  await checkMoney({ pool }, logger);
  expect(await openKinds()).toEqual([{ kind: 'chargeback_waiting', detail: {} }]);

  await pool.query('update feed_pieces set is_open = false');
  await checkMoney({ pool }, logger);
  expect(await openKinds()).toEqual([]);

  await pool.query('update feed_pieces set is_open = true');
  await checkMoney({ pool }, logger);
  expect(await openKinds()).toEqual([]);
  await forgetFaults();
});

it('an alarm does not end because its rule is broken in more places than are listed', async () => {
  const receive = async (prefix: string, count: number) =>
    await pool.query(
      `insert into bank_events (medium_id, event_id, reference, answer, received_at)
      select gen_random_uuid(), $1 || n, gen_random_uuid(), '{}', now() - interval '1 hour' from generate_series(1, $2) n`,
      [prefix, count],
    );
  await receive('last', 1);
  await checkMoney({ pool }, logger);
  await receive('first', 1001);

  await checkMoney({ pool }, logger);

  const { rows: open } = await pool.query('select from operator_alarms where subject = $1 and ended_at is null', [
    'last1',
  ]);
  expect(open.length).toBe(1);
  await pool.query('delete from bank_events');
  await checkMoney({ pool }, logger);
  expect(await openKinds()).toEqual([]);
});

it('the newest alarms are listed first, with the number of older ones', async () => {
  await pool.query(`insert into operator_alarms (alarm_id, kind, subject, detail, raised_at, seen_at)
    select gen_random_uuid(), 'refund_returned', n::text, '{}', now() - interval '1 hour', now() from generate_series(1, 500) n`);
  await raiseAlarm(pool, { kind: 'bank_charged_twice', subject: 'new', detail: {} });

  const { alarms, older } = await listAlarms(pool);

  expect(alarms[0]).toMatchObject({ kind: 'bank_charged_twice', subject: 'new' });
  expect({ listed: alarms.length, older }).toEqual({ listed: 500, older: 1 });
});
