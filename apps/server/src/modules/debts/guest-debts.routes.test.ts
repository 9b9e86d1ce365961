import { randomUUID } from 'node:crypto';
import { cardList } from '@tapfolio/contracts/cards.ts';
import { debtList, guestDebt, startedCollection } from '@tapfolio/contracts/debts.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { outcomeOf, startDebtCalls } from '../../../test/debt-calls.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildTrip } from '../../../test/factories/trips.ts';

const { context, pool, call, cardInDebt, decline } = await startDebtCalls();
const base = '/public/api/v1/portal';

describe('a guest', () => {
  const ask = (path: string, payload: object, { from = '127.0.0.1' } = {}) =>
    call({
      method: 'POST',
      url: `${base}/debts/${path}`,
      headers: { 'idempotency-key': randomUUID() },
      remoteAddress: from,
      payload,
    });

  it('sees the one debt of a statement line and nothing of its card', async () => {
    const { payment, mediumId } = await cardInDebt();
    await buildTrip(pool, { medium_id: mediumId, started_at: '2026-03-01T09:00:00Z', srid: payment.srid });

    const response = await ask('search', { srid: payment.srid, amountMinor: 740 });

    expect(response.statusCode).toBe(200);
    expect(guestDebt.parse(response.json())).toMatchObject({
      srid: payment.srid,
      amount: { amountMinor: 740, currency: 'CAD' },
      state: 'owed',
      nextStep: 'pay',
    });
    expect(Object.keys(response.json()).toSorted()).toEqual(Object.keys(guestDebt.shape).toSorted());
  });

  it.each([
    ['that the back office gave the payment', { service_day: '2026-02-27' }, false, '2026-02-27'],
    ['on which it opened at night, when the payment is no longer kept', {}, true, '2026-02-28'],
  ])(
    'reads the same day of an unpaid fare as its owner in the list and on the card: the day %s',
    async (_, day, isGone, expected) => {
      const { payment, passenger, mediumId, url } = await cardInDebt({ opened_at: '2026-03-01T07:30:00Z', ...day });
      if (isGone) await pool.query('delete from payments where medium_id = $1', [mediumId]);

      const guest = await ask('search', { srid: payment.srid, amountMinor: 740 });
      const list = await passenger.call({ url });
      const cards = await passenger.call({ url: `${base}/cards` });

      expect(guestDebt.parse(guest.json()).serviceDay).toBe(expected);
      expect(debtList.parse(list.json()).items.map(({ serviceDay }) => serviceDay)).toEqual([expected]);
      expect(cardList.parse(cards.json()).items.map(({ debt }) => debt?.serviceDay)).toEqual([expected]);
    },
  );

  it('reads that nothing is asked for any more of a fare that was withdrawn, and cannot pay it', async () => {
    const { payment, mediumId } = await cardInDebt();
    await pool.query(`update payments set status = 'none', due_minor = 0 where medium_id = $1`, [mediumId]);
    await pool.query(
      `update debts set state = 'ready', is_unpaid = false, written_off_minor = due_minor where medium_id = $1`,
      [mediumId],
    );
    const proof = { srid: payment.srid, amountMinor: 740 };

    const found = await ask('search', proof);

    const amount = { amountMinor: 740, currency: 'CAD' };
    expect(found.json()).toMatchObject({ amount, writtenOff: amount, state: 'ready', nextStep: 'travel' });
    expect(outcomeOf(await ask('collections', proof))).toEqual([409, 'debt_settled']);
  });

  it('reads the new amount with each amount that was asked for before, and pays only that', async () => {
    const { payment, mediumId } = await cardInDebt();
    await pool.query('update service_references set amount_minor = 300 where medium_id = $1', [mediumId]);
    await pool.query('update debts set due_minor = 300 where medium_id = $1', [mediumId]);
    await pool.query(
      `insert into debt_events (medium_id, payment_id, version, event, state, amount_minor, currency, source, at)
      select medium_id, payment_id, version + 1 + nr, 'delivered_unpaid', 'owed', amount, 'CAD', 'feed', now()
      from debts, (values (0, 740), (1, 500), (2, 300)) as told (nr, amount)
      where medium_id = $1`,
      [mediumId],
    );
    const { srid } = payment;

    for (const amountMinor of [740, 500, 300])
      expect((await ask('search', { srid, amountMinor })).json()).toMatchObject({ amount: { amountMinor: 300 } });
    expect(outcomeOf(await ask('collections', { srid, amountMinor: 500 }))).toEqual([409, 'debt_amount_changed']);
    expect(outcomeOf(await ask('search', { srid, amountMinor: 400 }))).toEqual([404, 'debt_not_found']);
  });

  it('collects it, and the owner of the card sees that', async () => {
    const { payment, passenger, url } = await cardInDebt();

    const response = await ask('collections', { srid: payment.srid, amountMinor: 740 });

    expect(response.statusCode).toBe(202);
    const { items } = debtList.parse((await passenger.call({ url })).json());
    expect(items[0]?.history.at(-1)).toMatchObject({ event: 'request', source: 'guest' });
  });

  it('gets the new amount only with the amount on the statement', async () => {
    const { payment, mediumId } = await cardInDebt();
    await pool.query('update debts set due_minor = 900 where medium_id = $1', [mediumId]);

    const known = await ask('collections', { srid: payment.srid, amountMinor: 740 });
    const guessed = await ask('collections', { srid: payment.srid, amountMinor: 741 });

    expect(known.json().error).toMatchObject({ code: 'debt_amount_changed', details: { amountMinor: 900 } });
    expect(outcomeOf(guessed)).toEqual([404, 'debt_not_found']);
    expect((await ask('collections', { srid: payment.srid, amountMinor: 900 })).statusCode).toBe(202);
  });

  it('does not pay in another currency than was shown, once a delivery has corrected it', async () => {
    const { payment, mediumId } = await cardInDebt();
    await pool.query(`update debts set currency = 'EUR' where medium_id = $1`, [mediumId]);
    const shown = { srid: payment.srid, amountMinor: 740, currency: 'CAD' };

    const refused = await ask('collections', shown);

    const details = { amountMinor: 740, currency: 'EUR' };
    expect(refused.json().error).toMatchObject({ code: 'debt_amount_changed', details });
    expect((await ask('collections', { ...shown, ...details })).statusCode).toBe(202);
  });

  it('is refused for the same reasons as a passenger', async () => {
    const running = await cardInDebt();
    const settled = await cardInDebt();
    const tried = await cardInDebt();
    const pay = ({ payment }: typeof running) => ask('collections', { srid: payment.srid, amountMinor: 740 });
    await pay(running);
    await pool.query(`update debts set state = 'approved' where medium_id = $1`, [settled.mediumId]);
    await pay(tried);
    await decline(tried.mediumId);

    expect(outcomeOf(await pay(running))).toEqual([409, 'debt_collection_running']);
    expect(outcomeOf(await pay(settled))).toEqual([409, 'debt_settled']);
    expect(outcomeOf(await pay(tried))).toEqual([409, 'debt_tries_used']);
  });

  it('gets the same answer for a wrong amount, an unknown reference and a paid fare, and is refused after three guesses', async () => {
    const { payment } = await cardInDebt();
    const paid = await buildPayment(pool, { medium_id: randomUUID(), opened_at: '2026-03-01T08:00:00Z' });

    const wrong = await ask('search', { srid: payment.srid, amountMinor: 739 });
    const unknown = await ask('search', { srid: 'ZZZZZZZZZZZZZZ', amountMinor: 740 });
    const settled = await ask('search', { srid: paid.srid, amountMinor: 740 });

    expect([wrong, unknown, settled].map(outcomeOf)).toEqual(Array.from({ length: 3 }, () => [404, 'debt_not_found']));
    await ask('search', { srid: payment.srid, amountMinor: 738 });
    await ask('collections', { srid: payment.srid, amountMinor: 737 });
    expect(outcomeOf(await ask('search', { srid: payment.srid, amountMinor: 740 }))).toEqual([
      429,
      'too_many_requests',
    ]);
  });

  it('costs as many statements with a wrong amount as with an unknown reference', async () => {
    const { payment } = await cardInDebt();
    const { pool: ofPortal } = context.databases.of('portal');
    let statements = 0;
    const count = () => {
      statements += 1;
    };
    ofPortal.on('acquire', count);
    onTestFinished(() => void ofPortal.off('acquire', count));
    const countOf = async (srid: string | null) => {
      statements = 0;
      await ask('search', { srid, amountMinor: 739 }, { from: '198.51.100.61' });
      return statements;
    };

    const known = await countOf(payment.srid);

    expect([known > 2, await countOf('ZZZZZZZZZZZZZY')]).toEqual([true, known]);
  });

  it('may ask about one fare again and again, without using up the limit of the address', async () => {
    const [followed, ...others] = await Promise.all(Array.from({ length: 60 }, () => cardInDebt()));
    const from = '198.51.100.60';
    const search = async (debt: typeof followed) =>
      outcomeOf(await ask('search', { srid: debt?.payment.srid, amountMinor: 740 }, { from }))[0];

    const asked = [];
    for (let time = 0; time < 70; time += 1) asked.push(await search(followed));
    for (const other of others) asked.push(await search(other));

    expect(new Set(asked)).toEqual(new Set([200]));
    expect(await search(await cardInDebt())).toBe(429);
    expect(await search(followed)).toBe(200);
  });

  it('leaves no key after a refusal, so guests cannot fill the table', async () => {
    const { payment } = await cardInDebt();
    const rows = async () => (await pool.query('select from idempotency_keys')).rowCount;
    const before = await rows();

    const refused = [
      await ask('collections', { srid: 'no reference', amountMinor: 740 }),
      await ask('collections', { srid: payment.srid, amountMinor: 739 }),
    ];

    expect(refused.map(outcomeOf)).toEqual(Array.from({ length: 2 }, () => [404, 'debt_not_found']));
    expect(await rows()).toBe(before);
  });

  it('pays the rest of a partly paid fare', async () => {
    const { payment } = await cardInDebt({ paid_minor: 300 });

    const found = await ask('search', { srid: payment.srid, amountMinor: 440 });
    const whole = await ask('collections', { srid: payment.srid, amountMinor: 740 });
    const rest = await ask('collections', { srid: payment.srid, amountMinor: 440 });

    expect(found.json()).toMatchObject({ amount: { amountMinor: 440, currency: 'CAD' } });
    expect(outcomeOf(whole)).toEqual([404, 'debt_not_found']);
    expect(startedCollection.parse(rest.json())).toEqual({
      state: 'requested',
      amount: { amountMinor: 440, currency: 'CAD' },
    });
  });
});

it('a guest cannot pay where the operator withholds paying', async () => {
  const withheld = await startDebtCalls({ withheldPermissions: ['card.pay-debt'] });
  const { payment } = await withheld.cardInDebt();
  const headers = { 'idempotency-key': randomUUID() };
  const payload = { srid: payment.srid, amountMinor: 740 };

  const found = await withheld.call({ method: 'POST', url: `${base}/debts/search`, payload });
  const answer = await withheld.call({ method: 'POST', url: `${base}/debts/collections`, headers, payload });

  expect(guestDebt.parse(found.json()).nextStep).toBe('contact');
  expect(outcomeOf(answer)).toEqual([409, 'debt_payment_not_offered']);
  expect((await withheld.pool.query('select from collections')).rowCount).toBe(0);
});
