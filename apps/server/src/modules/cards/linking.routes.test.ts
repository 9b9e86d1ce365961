import { describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { buildMedium } from '../../../test/factories/media.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { portalRole } from '../../roles/portal.ts';

const clock = { now: () => new Date('2026-03-10T12:00:00Z') };
const { pool, signIn } = await createTestApp([portalRole], { clock });
const url = '/public/api/v1/portal/cards';

const errorOf = (response: { json(): { error: { code: string; details?: object } } }) => response.json().error;
const codeOf = (response: Parameters<typeof errorOf>[0]) => errorOf(response).code;

async function paidReference(): Promise<string> {
  const { medium_id } = await buildMedium(pool);
  return (await buildPayment(pool, { medium_id, opened_at: '2026-03-01T08:00:00Z' })).srid ?? '';
}

let lastName = 0;
function link(passenger: SignedIn, srid: string, more: { name?: string; amountMinor?: number; from?: string } = {}) {
  lastName += 1;
  const { name = `Card ${lastName}`, amountMinor = 740, from = '127.0.0.1' } = more;
  return passenger.call({ method: 'POST', url, payload: { srid, amountMinor, name }, remoteAddress: from });
}

describe('a card of one’s own, added again', () => {
  it('is said to be in the account, with its number', async () => {
    const passenger = await signIn();
    const srid = await paidReference();
    const { id } = (await link(passenger, srid)).json();

    const answer = await link(passenger, srid);

    expect(answer.statusCode).toBe(409);
    expect(errorOf(answer)).toMatchObject({ code: 'card_already_yours', details: { cardId: id } });
  });

  it('is made once by five calls at once, which all learn its number, under one name or five', async () => {
    for (const name of ['Same', undefined]) {
      const passenger = await signIn();
      const srid = await paidReference();

      const answers = await Promise.all(Array.from({ length: 5 }, () => link(passenger, srid, name ? { name } : {})));

      const [made, ...others] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
      expect(made?.statusCode).toBe(201);
      for (const other of others)
        expect(errorOf(other)).toMatchObject({ code: 'card_already_yours', details: { cardId: made?.json().id } });
    }
  });

  it('is another account’s for everybody else, without a number', async () => {
    const srid = await paidReference();
    await link(await signIn(), srid);

    const answer = await link(await signIn(), srid);

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
  ])('[CARD-05] are one name: %s and %s', async (taken, wished) => {
    const passenger = await signIn();
    const { card_id } = await buildCard(pool, { passenger_id: passenger.passengerId });
    await link(passenger, await paidReference(), { name: taken });

    const linked = await link(passenger, await paidReference(), { name: wished });
    const renamed = await passenger.call({ method: 'PATCH', url: `${url}/${card_id}`, payload: { name: wished } });

    expect([codeOf(linked), codeOf(renamed)]).toEqual(['user_card_name_not_unique', 'user_card_name_not_unique']);
  });

  it('[CARD-05] are one name also under parallel requests', async () => {
    const passenger = await signIn();
    const references = await Promise.all([paidReference(), paidReference(), paidReference()]);
    const names = ['Blue card', 'BLUE CARD', 'Ｂlue  card'];

    const answers = await Promise.all(
      references.map((srid, place) => link(passenger, srid, { name: names[place] ?? '' })),
    );

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
  });

  it('may be written anew for the same card, and belong to two passengers', async () => {
    const passenger = await signIn();
    const { id } = (await link(passenger, await paidReference(), { name: 'blue' })).json();

    const renamed = await passenger.call({ method: 'PATCH', url: `${url}/${id}`, payload: { name: 'BLUE' } });
    const elsewhere = await link(await signIn(), await paidReference(), { name: 'Blue' });

    expect([renamed.statusCode, elsewhere.statusCode]).toEqual([204, 201]);
  });
});

describe('guessing at references', () => {
  it('[CARD-07] ends after five misses of one account in an hour, wherever they come from', async () => {
    const passenger = await signIn();
    const codes: string[] = [];
    for (let time = 0; time < 6; time += 1)
      codes.push(codeOf(await link(passenger, await paidReference(), { amountMinor: 1, from: `10.41.0.${time}` })));

    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'statement_reference_not_found'), 'too_many_requests']);
    expect(codeOf(await link(passenger, await paidReference(), { from: '10.41.1.1' }))).toBe('too_many_requests');
    expect((await link(await signIn(), await paidReference(), { from: '10.41.1.1' })).statusCode).toBe(201);
  });

  it('[CARD-07] ends after ten misses from one address in an hour, whoever makes them', async () => {
    const from = '10.42.0.1';
    const codes: string[] = [];
    for (let time = 0; time < 11; time += 1)
      codes.push(codeOf(await link(await signIn(), await paidReference(), { amountMinor: 1, from })));

    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'statement_reference_not_found'), 'too_many_requests']);
    const honest = await signIn();
    const srid = await paidReference();
    expect(codeOf(await link(honest, srid, { from }))).toBe('too_many_requests');
    expect((await link(honest, srid, { from: '10.42.0.2' })).statusCode).toBe(201);
  });
});
