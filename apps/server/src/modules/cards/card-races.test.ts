import { cardList } from '@tapfolio/contracts/cards.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
import { everyRound, rounds } from '../../../test/every-round.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { nextNumber } from '../../../test/factories/insert-row.ts';
import { linkCard, paidReference } from '../../../test/linking.ts';
import { whileBusy } from '../../../test/while-busy.ts';
import { portalRole } from '../../roles/portal.ts';

const clock = { now: () => new Date('2026-03-10T12:00:00Z') };
const testApp = await createTestApp([portalRole], { clock });
const { pool, signIn } = testApp;
const url = '/public/api/v1/portal/cards';

/** The status of each answer, or the code of a refusal; sorted, because their order varies. */
const outcomes = (answers: readonly { statusCode: number; body: string }[]) =>
  answers.map(({ statusCode, body }) => (statusCode < 400 ? `${statusCode}` : JSON.parse(body).error.code)).toSorted();

const namesOf = async (passenger: SignedIn) =>
  cardList.parse((await passenger.call({ url })).json()).items.map(({ name }) => name);

/**
 * Links a card from an address of its own, as passengers do: of one address ten try at a time. Four who try the same card take turns at its limit,
 * and on a busy machine some are asked to come back.
 */
function link(passenger: SignedIn, srid: string, name?: string) {
  const number = nextNumber();
  const from = `10.8.${(number >> 8) & 255}.${number & 255}`;
  return whileBusy(() => linkCard(passenger, srid, { from, ...(name !== undefined && { name }) }), 30);
}

async function withCards(count: number): Promise<{ passenger: SignedIn; cardIds: number[] }> {
  const passenger = await signIn();
  const cardIds: number[] = [];
  for (let card = 0; card < count; card += 1)
    cardIds.push((await buildCard(pool, { passenger_id: passenger.passengerId })).card_id);
  return { passenger, cardIds };
}

describe(`in ${rounds} of ${rounds} rounds`, { timeout: 240_000 }, () => {
  it('the last card stays, though all are unlinked at once, each of them twice', async () => {
    await everyRound(testApp, async () => {
      const { passenger, cardIds } = await withCards(3);

      const answers = await Promise.all(
        [...cardIds, ...cardIds].map((cardId) => passenger.call({ method: 'DELETE', url: `${url}/${cardId}` })),
      );

      expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(2);
      expect(await namesOf(passenger)).toHaveLength(1);
    });
  });

  it('a card that several passengers link at once belongs to one of them', async () => {
    await everyRound(testApp, async () => {
      const srid = await paidReference(testApp);
      const passengers = await Promise.all(Array.from({ length: 4 }, () => signIn()));

      const answers = await Promise.all(passengers.map((passenger) => link(passenger, srid)));

      expect(outcomes(answers)).toEqual(['201', ...Array(3).fill('xtat_number_not_unique')]);
      expect((await Promise.all(passengers.map(namesOf))).flat()).toHaveLength(1);
    });
  });

  it('a name that several cards get at once belongs to one card, whether they are linked or renamed', async () => {
    await everyRound(testApp, async () => {
      const { passenger, cardIds } = await withCards(2);
      const references = await Promise.all([paidReference(testApp), paidReference(testApp)]);

      const answers = await Promise.all([
        ...references.map((srid) => link(passenger, srid, 'Same')),
        ...cardIds.map((cardId) =>
          passenger.call({ method: 'PATCH', url: `${url}/${cardId}`, payload: { name: 'sAME' } }),
        ),
      ]);

      expect(outcomes(answers).slice(1)).toEqual(Array(3).fill('user_card_name_not_unique'));
      expect((await namesOf(passenger)).filter((name) => name.toLowerCase() === 'same')).toHaveLength(1);
    });
  });
});
