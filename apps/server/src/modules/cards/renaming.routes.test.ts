import { expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { portalRole } from '../../roles/portal.ts';

const { pool, signIn } = await createTestApp([portalRole]);
const url = '/public/api/v1/portal/cards';

async function passengerWithCards(count: number): Promise<{ passenger: SignedIn; cardIds: number[] }> {
  const passenger = await signIn();
  const cardIds = [];
  for (let index = 0; index < count; index += 1)
    cardIds.push((await buildCard(pool, { passenger_id: passenger.passengerId })).card_id);
  return { passenger, cardIds };
}

async function linkedNames({ passengerId }: SignedIn): Promise<string[]> {
  const { rows } = await pool.query('select name from cards where passenger_id = $1 order by card_id', [passengerId]);
  return rows.map((row: { name: string }) => row.name);
}

it('[CARD-10] gives a card another name', async () => {
  const { passenger, cardIds } = await passengerWithCards(1);

  const response = await passenger.call({
    method: 'PATCH',
    url: `${url}/${cardIds[0]}`,
    payload: { name: ' Work ' },
  });

  expect([response.statusCode, response.body]).toEqual([204, '']);
  expect(await linkedNames(passenger)).toEqual(['Work']);
});

it('writes an audit event for another name only, such as one with other capital letters', async () => {
  const { passenger, cardIds } = await passengerWithCards(1);

  for (const name of ['Work', 'Work', 'WORK', 'WORK'])
    await passenger.call({ method: 'PATCH', url: `${url}/${cardIds[0]}`, payload: { name } });

  const events = `select from audit_events where kind = 'card_renamed' and passenger_id = $1`;
  expect((await pool.query(events, [passenger.passengerId])).rowCount).toBe(2);
  expect(await linkedNames(passenger)).toEqual(['WORK']);
});

it('refuses the name of another card of the passenger', async () => {
  const { passenger, cardIds } = await passengerWithCards(2);
  const [name] = await linkedNames(passenger);

  const response = await passenger.call({ method: 'PATCH', url: `${url}/${cardIds[1]}`, payload: { name } });

  expect([response.statusCode, codeOf(response)]).toEqual([409, 'user_card_name_not_unique']);
});

it('refuses a card number as a name', async () => {
  const { passenger, cardIds } = await passengerWithCards(1);
  const payload = { name: '4111 1111 1111 1111' };

  const response = await passenger.call({ method: 'PATCH', url: `${url}/${cardIds[0]}`, payload });

  expect([response.statusCode, codeOf(response)]).toEqual([422, 'card_name_is_card_number']);
});
