import { afterAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { endTheWeek } from '../../../test/claims.ts';
import { everyRound, rounds } from '../../../test/every-round.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildMedium } from '../../../test/factories/media.ts';
import { expectMoneyToHold, startTestBank } from '../../../test/money-world.ts';
import { buildOwingCard, type OwingCard, standingOf } from '../../../test/owing-card.ts';
import { isOnCluster } from '../../../test/test-database.ts';
import { CircuitBreaker } from '../../lib/circuit-breaker.ts';
import { isTemporary } from '../../lib/temporary-failures.ts';
import { contextOf } from '../../plugins/context.ts';
import { authRole } from '../../roles/auth.ts';
import { portalRole } from '../../roles/portal.ts';
import { decideClaims } from '../card-claims/decide-claims.service.ts';
import { collectDebt } from './collect-debt.service.ts';

const { sandbox, bank, close } = await startTestBank({ survivesPowerFailure: false });
afterAll(close);
const testApp = await createTestApp([authRole, portalRole], { bank });
const { context, pool } = testApp;
const worker = { ...contextOf(context, 'worker'), bank, breaker: new CircuitBreaker() };
const portal = '/public/api/v1/portal';
const owingCard = () => buildOwingCard(testApp, sandbox);

/** Two workers at a time do what there is to do for a card. One that waits too long for the other is tried again, as the queue does. */
async function work({ mediumId }: OwingCard): Promise<void> {
  const sql = 'select collection_id from collections where medium_id = $1 and outcome is null';
  const { rows } = await pool.query<{ collection_id: string }>(sql, [mediumId]);
  const collect = async (collectionId: string) =>
    await collectDebt(worker, { mediumId, collectionId }).catch((error: unknown) => {
      if (!isTemporary(error)) throw error;
    });
  for (const { collection_id: id } of rows) await Promise.all([collect(id), collect(id)]);
}

/** The claimant who got the card sees nothing of the time before, and its former owner no card. */
async function expectNobodySeesAnothers({ claimant, owner, card }: OwingCard): Promise<void> {
  const { rows } = await pool.query('select card_id from cards where passenger_id = $1', [claimant.passengerId]);
  const lists = ['debts', 'payments', 'trips'];
  const ask = async (who: typeof owner, cardId: number) =>
    await Promise.all(lists.map((list) => who.call({ url: `${portal}/cards/${cardId}/${list}` })));
  const shown = await ask(claimant, rows[0]?.card_id);
  expect(shown.map((answer) => answer.json().items)).toEqual([[], [], []]);
  expect((await ask(owner, card.card_id)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
}

interface Race {
  readonly what: string;
  readonly prepare?: (card: OwingCard) => Promise<unknown>;
  readonly act: (card: OwingCard) => Promise<unknown>;
  /** Statuses of paying besides 202: 409 if another one pays, others if the payer comes too late. */
  readonly refusals: readonly number[];
  readonly after?: (card: OwingCard) => Promise<void>;
}

const races: readonly Race[] = [
  { what: 'is claimed', act: (card) => card.claim(), refusals: [409] },
  {
    what: 'goes to a claimant',
    prepare: async (card) => {
      await card.claim();
      await endTheWeek(testApp, card.mediumId);
    },
    act: () => decideClaims(worker),
    refusals: [409, 404],
    after: expectNobodySeesAnothers,
  },
  { what: 'is unlinked', act: (card) => card.unlink(), refusals: [409, 404] },
  {
    what: 'is replaced',
    prepare: async ({ mediumId: medium_id }) => {
      const { medium_id: successor_id } = await buildMedium(pool, { first_seen_at: '2026-06-04T00:00:00Z' });
      const row = { medium_id, successor_id, source: 'account', exported_at: '2026-06-05T00:00:00Z' };
      await insertRow(pool, 'replacements', row);
    },
    act: (card) => card.replace(),
    refusals: [409],
  },
  {
    what: 'loses its account',
    prepare: async ({ owner: { passengerId } }) => {
      await pool.query('update passengers set is_sso_shadow_user = true where passenger_id = $1', [passengerId]);
      await pool.query('update sessions set proven_at = now() where passenger_id = $1', [passengerId]);
    },
    act: (card) => card.closeAccount(),
    refusals: [409, 401, 404],
  },
  { what: 'is paid by a guest', act: (card) => card.payAsGuest(), refusals: [409] },
];

describe(`in ${rounds} of ${rounds} rounds a fare is charged at most once, and nothing stays open`, () => {
  it.each(races)(
    'while its card $what',
    { timeout: isOnCluster() ? 300_000 : 120_000 },
    async ({ prepare, act, refusals, after }) => {
      let begun = 0;
      await everyRound(testApp, async () => {
        // In every other round a collection is already open at the start.
        const paysBefore = begun++ % 2 === 0;
        const card = await owingCard();
        await prepare?.(card);
        if (paysBefore) expect((await card.pay()).statusCode).toBe(202);
        const paying = [card.pay(), card.pay()];

        await Promise.all([...paying, act(card), work(card)]);
        await work(card);

        const statuses = (await Promise.all(paying)).map(({ statusCode }) => statusCode);
        for (const status of statuses) expect([202, ...refusals]).toContain(status);
        const standing = await standingOf(testApp, card);
        expect([
          { state: 'approved', charges: 1, open: 0 },
          !paysBefore && { state: 'owed', charges: 0, open: 0 },
        ]).toContainEqual(standing);
        await after?.(card);
      });
      await expectMoneyToHold(pool, sandbox);
    },
  );
});
