import { expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { buildCard } from '../../test/factories/cards.ts';
import { portalRole } from '../roles/portal.ts';

const { pool, signIn } = await createTestApp([portalRole]);

/** A passenger with a card, who asks for pages of its trips at once. Returns the status of each answer. */
async function reader(): Promise<(pages: { times: number; limit: number }) => Promise<number[]>> {
  const passenger = await signIn();
  const { card_id: cardId } = await buildCard(pool, { passenger_id: passenger.passengerId });
  return async ({ times, limit }) => {
    const url = `/public/api/v1/portal/cards/${cardId}/trips?limit=${limit}`;
    const answers = await Promise.all(Array.from({ length: times }, () => passenger.call({ url })));
    return answers.map(({ statusCode }) => statusCode);
  };
}

it('a passenger who asks for many large pages at once is refused some of them, and neither usual pages nor other passengers are', async () => {
  const [askOwn, askOther] = await Promise.all([reader(), reader()]);
  await Promise.all([askOwn, askOther].map((ask) => ask({ times: 1, limit: 20 })));

  const [large, usual, theirs] = await Promise.all([
    askOwn({ times: 40, limit: 1000 }),
    askOwn({ times: 40, limit: 50 }),
    askOther({ times: 4, limit: 1000 }),
  ]);

  expect(new Set(large)).toEqual(new Set([200, 503]));
  expect(large.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10);
  expect(new Set(usual)).toEqual(new Set([200]));
  expect(new Set(theirs)).toEqual(new Set([200]));
});

it('a passenger gets ten large pages at once, again and again', async () => {
  const ask = await reader();

  for (let time = 0; time < 3; time += 1)
    expect(new Set(await ask({ times: 10, limit: 1000 }))).toEqual(new Set([200]));
});
