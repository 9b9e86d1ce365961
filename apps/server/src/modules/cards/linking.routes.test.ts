import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { buildCollection } from '../../../test/factories/collections.ts';
import { buildMedium } from '../../../test/factories/media.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { linkCard, paidReference } from '../../../test/linking.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { portalRole } from '../../roles/portal.ts';

const clock = { now: () => new Date('2026-03-10T12:00:00Z') };
const testApp = await createTestApp([portalRole], { clock });
const { pool, signIn } = testApp;
const url = '/public/api/v1/portal/cards';

const errorOf = (response: { json(): { error: { code: string; details?: object } } }) => response.json().error;

describe('linkCard', () => {
  it('[CARD-02] links the card of a paid reference under a name and records it', async () => {
    const passenger = await signIn();
    const { medium_id } = await buildMedium(pool);
    const { srid } = await buildPayment(pool, { medium_id, opened_at: '2026-03-01T08:00:00Z' });

    const response = await linkCard(passenger, srid ?? '', { name: 'Blue' });

    expect([response.statusCode, response.json()]).toEqual([201, { id: 1 }]);
    const stored = await pool.query('select medium_id, name from cards where passenger_id = $1', [
      passenger.passengerId,
    ]);
    expect(stored.rows).toEqual([{ medium_id, name: 'Blue' }]);
    const audit = await pool.query('select kind from audit_events where passenger_id = $1', [passenger.passengerId]);
    expect(audit.rows).toEqual([{ kind: 'card_linked' }]);
  });

  it.each([
    ['a pasted line', (srid: string) => `oct*${srid.toLowerCase()} LAKESHORE 7.40`],
    ['groups of characters', (srid: string) => `${srid.slice(0, 4)} ${srid.slice(4, 8)} ${srid.slice(8)}`],
  ])('[CARD-03] takes %s', async (_, write) => {
    const passenger = await signIn();
    const srid = await paidReference(testApp);

    const response = await linkCard(passenger, write(srid));

    expect(response.statusCode, response.body).toBe(201);
  });

  it('accepts the amount of each charge on the statement, and not their sum', async () => {
    const { medium_id } = await buildMedium(pool);
    const other = await buildMedium(pool);
    const { srid } = await buildPayment(pool, { medium_id, opened_at: '2026-03-01T08:00:00Z' }, [240, 500]);
    const opened = { medium_id: other.medium_id, opened_at: '2026-03-01T08:00:00Z' };
    const second = await buildPayment(pool, opened, [300, 440]);
    const passenger = await signIn();

    const recovery = await linkCard(passenger, srid ?? '', { amountMinor: 500 });
    const sum = await linkCard(passenger, second.srid ?? '');

    expect([recovery.statusCode, codeOf(sum)]).toEqual([201, 'NWA0003']);
  });

  it.each([
    ['the whole fare', 0, 740],
    ['what was left of a fare', 300, 440],
  ])('accepts the amount that the bank collected for us: %s', async (_, paid_minor, amount_minor) => {
    const { medium_id } = await buildMedium(pool);
    const unpaid = { medium_id, opened_at: '2026-03-01T08:00:00Z', status: 'payment_error', paid_minor };
    const { payment_id, srid } = await buildPayment(pool, unpaid);
    const passenger = await signIn();
    const link = (amountMinor: number) => linkCard(passenger, srid ?? '', { amountMinor });

    const before = await link(amount_minor);
    const taken = { outcome: 'approved', closed_at: '2026-03-04T08:00:00Z', bank_reference: `B ${payment_id}` };
    await buildCollection(pool, { medium_id, payment_id, amount_minor, ...taken });
    const [wrong, right] = [await link(amount_minor + 1), await link(amount_minor)];

    expect([before, wrong].map(codeOf)).toEqual(['NWA0003', 'NWA0003']);
    expect(right.statusCode).toBe(201);
  });

  it('[CARD-05] gives a name to one card of a passenger only, also under parallel requests', async () => {
    const passenger = await signIn();
    const references = await Promise.all([paidReference(testApp), paidReference(testApp), paidReference(testApp)]);

    const answers = await Promise.all(references.map((srid) => linkCard(passenger, srid, { name: 'Same' })));

    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409]);
    expect(answers.filter((answer) => answer.statusCode === 409).map(codeOf)).toEqual([
      'user_card_name_not_unique',
      'user_card_name_not_unique',
    ]);
  });

  it('[CARD-06] gives a card to one account only, also under parallel requests', async () => {
    const srid = await paidReference(testApp);
    const passengers = await Promise.all([signIn(), signIn(), signIn()]);

    const answers = await Promise.all(passengers.map((passenger) => linkCard(passenger, srid, { name: 'Mine' })));

    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409]);
    expect(answers.filter((answer) => answer.statusCode === 409).map(codeOf)).toEqual([
      'xtat_number_not_unique',
      'xtat_number_not_unique',
    ]);
  });

  it('refuses a card number as a name', async () => {
    const passenger = await signIn();
    const srid = await paidReference(testApp);

    const response = await linkCard(passenger, srid, { name: '4242 4242 4242 4242' });

    expect([response.statusCode, codeOf(response)]).toEqual([422, 'card_name_is_card_number']);
  });

  it('does not give the number of an unlinked card to another card', async () => {
    const passenger = await signIn();
    const references = [await paidReference(testApp), await paidReference(testApp), await paidReference(testApp)];
    const ids = [];
    for (const [index, srid] of references.entries()) {
      const response = await linkCard(passenger, srid);
      ids.push(response.json().id);
      if (index === 1) await passenger.call({ method: 'DELETE', url: `${url}/2` });
    }

    expect(ids).toEqual([1, 2, 3]);
  });
});

describe('a card that its passenger adds again', () => {
  it('is reported as already added, with its number', async () => {
    const passenger = await signIn();
    const srid = await paidReference(testApp);
    const { id } = (await linkCard(passenger, srid)).json();

    const answer = await linkCard(passenger, srid);

    expect(answer.statusCode).toBe(409);
    expect(errorOf(answer)).toMatchObject({ code: 'card_already_yours', details: { cardId: id } });
  });

  it('is made once by five parallel calls, which all get its number, with one name or five', async () => {
    for (const name of ['Same', undefined]) {
      const passenger = await signIn();
      const srid = await paidReference(testApp);

      const answers = await Promise.all(
        Array.from({ length: 5 }, () => linkCard(passenger, srid, name ? { name } : {})),
      );

      const [made, ...others] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
      expect(made?.statusCode).toBe(201);
      for (const other of others)
        expect(errorOf(other)).toMatchObject({ code: 'card_already_yours', details: { cardId: made?.json().id } });
    }
  });

  it('belongs to another account for other passengers, and they do not get its number', async () => {
    const srid = await paidReference(testApp);
    await linkCard(await signIn(), srid);

    const answer = await linkCard(await signIn(), srid);

    expect(codeOf(answer)).toBe('xtat_number_not_unique');
    expect(errorOf(answer).details).toBeUndefined();
  });
});

describe('names that look alike', () => {
  it.each([
    ['My Visa', 'my visa'],
    ['My Visa', 'My  Visa'],
    ['My Visa', 'Ｍｙ Ｖｉｓａ'],
    ['My Visa', 'My\u00a0Visa'],
    ['Été', 'E\u0301te\u0301'],
    ['Été', 'ÉTÉ'],
    ['❤', '❤\ufe0f'],
  ])('[CARD-05] count as one name: %s and %s', async (taken, wished) => {
    const passenger = await signIn();
    const { card_id } = await buildCard(pool, { passenger_id: passenger.passengerId });
    await linkCard(passenger, await paidReference(testApp), { name: taken });

    const linked = await linkCard(passenger, await paidReference(testApp), { name: wished });
    const renamed = await passenger.call({ method: 'PATCH', url: `${url}/${card_id}`, payload: { name: wished } });

    expect([codeOf(linked), codeOf(renamed)]).toEqual(['user_card_name_not_unique', 'user_card_name_not_unique']);
  });

  it('[CARD-05] count as one name also under parallel requests', async () => {
    const passenger = await signIn();
    const references = await Promise.all([paidReference(testApp), paidReference(testApp), paidReference(testApp)]);
    const names = ['Blue card', 'BLUE CARD', 'Ｂlue  card'];

    const answers = await Promise.all(
      references.map((srid, place) => linkCard(passenger, srid, { name: names[place] ?? '' })),
    );

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
  });

  it('may replace each other on one card, and belong to two passengers', async () => {
    const passenger = await signIn();
    const { id } = (await linkCard(passenger, await paidReference(testApp), { name: 'blue' })).json();

    const renamed = await passenger.call({ method: 'PATCH', url: `${url}/${id}`, payload: { name: 'BLUE' } });
    const elsewhere = await linkCard(await signIn(), await paidReference(testApp), { name: 'Blue' });

    expect([renamed.statusCode, elsewhere.statusCode]).toEqual([204, 201]);
  });
});
