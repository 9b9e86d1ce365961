import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildMedium } from '../../../test/factories/media.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { linkCard, paidReference } from '../../../test/linking.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { portalRole } from '../../roles/portal.ts';

const clock = { now: () => new Date('2026-03-10T12:00:00Z') };
const testApp = await createTestApp([portalRole], { clock });
const { pool, signIn } = testApp;

describe('guessing at references', () => {
  it('[CARD-07] ends after five misses of one account in an hour, from any address', async () => {
    const passenger = await signIn();
    const codes: string[] = [];
    for (let time = 0; time < 6; time += 1)
      codes.push(
        codeOf(await linkCard(passenger, await paidReference(testApp), { amountMinor: 1, from: `10.41.0.${time}` })),
      );

    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'NWA0003'), 'too_many_requests']);
    expect(codeOf(await linkCard(passenger, await paidReference(testApp), { from: '10.41.1.1' }))).toBe(
      'too_many_requests',
    );
    expect((await linkCard(await signIn(), await paidReference(testApp), { from: '10.41.1.1' })).statusCode).toBe(201);
  });

  it('[CARD-07] ends after ten misses from one address in an hour, by any account', async () => {
    const from = '10.42.0.1';
    const codes: string[] = [];
    for (let time = 0; time < 11; time += 1)
      codes.push(codeOf(await linkCard(await signIn(), await paidReference(testApp), { amountMinor: 1, from })));

    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'NWA0003'), 'too_many_requests']);
    const honest = await signIn();
    const srid = await paidReference(testApp);
    expect(codeOf(await linkCard(honest, srid, { from }))).toBe('too_many_requests');
    expect((await linkCard(honest, srid, { from: '10.42.0.2' })).statusCode).toBe(201);
  });

  it('[CARD-04] [CARD-07] answers a wrong reference, a wrong amount, an unpaid fare and nonsense alike', async () => {
    const passenger = await signIn();
    const srid = await paidReference(testApp);
    const { medium_id } = await buildMedium(pool);
    const unpaid = { status: 'payment_error', paid_minor: 0 };
    const open = await buildPayment(pool, { medium_id, opened_at: '2026-03-01T08:00:00Z', ...unpaid });

    const answers = await Promise.all([
      linkCard(passenger, 'ZZZZZZZZZZZZZZ'),
      linkCard(passenger, srid, { amountMinor: 741 }),
      linkCard(passenger, open.srid ?? ''),
      linkCard(passenger, '??'),
    ]);

    const bodies = answers.map((answer) => ({ status: answer.statusCode, ...answer.json().error, traceId: '' }));
    expect(new Set(bodies.map((body) => JSON.stringify(body)))).toEqual(
      new Set([JSON.stringify({ status: 422, code: 'NWA0003', traceId: '' })]),
    );
  });

  it('records in the account that a link was refused, and why', async () => {
    const passenger = await signIn();
    const srid = await paidReference(testApp);

    await linkCard(passenger, srid, { amountMinor: 741 });

    const audit = await pool.query('select kind, detail from audit_events where passenger_id = $1', [
      passenger.passengerId,
    ]);
    expect(audit.rows).toEqual([{ kind: 'card_link_refused', detail: { code: 'NWA0003' } }]);
  });

  it('records only as many refusals as guesses were judged', async () => {
    const passenger = await signIn();
    const srid = await paidReference(testApp);

    const guess = (typed: string) => linkCard(passenger, typed, { amountMinor: 741, from: '192.0.2.44' });
    for (let time = 0; time < 20; time += 1) await guess('??');
    for (let time = 0; time < 20; time += 1) await guess(srid);

    const { rowCount } = await pool.query('select from audit_events where passenger_id = $1', [passenger.passengerId]);
    expect(rowCount).toBe(3);
  });

  it('is not closed to others when one network guesses from many addresses', async () => {
    onTestFinished(async () => void (await pool.query('delete from throttles')));
    const srid = await paidReference(testApp);
    for (let number = 0; number < 70; number += 1) {
      const guesser = await signIn();
      const from = `2001:db8:7:${number.toString(16)}::1`;
      await linkCard(guesser, `GUESS${String(number).padStart(9, '0')}`, { from });
    }

    const response = await linkCard(await signIn(), srid, { from: '2001:db8:8::1' });

    expect(response.statusCode, response.body).toBe(201);
  });

  it('[CARD-07] stops guessing at one reference after three wrong amounts, by any account', async () => {
    const srid = await paidReference(testApp);

    const codes = [];
    for (const amountMinor of [1, 2, 3, 740]) codes.push(codeOf(await linkCard(await signIn(), srid, { amountMinor })));

    expect(codes).toEqual(['NWA0003', 'NWA0003', 'NWA0003', 'too_many_requests']);
  });
});
