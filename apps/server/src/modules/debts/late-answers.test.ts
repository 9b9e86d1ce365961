import { afterAll, describe, expect, it } from 'vitest';
import { passTime } from '../../../test/bank-histories.ts';
import { createTestApp } from '../../../test/build-app.ts';
import { endTheWeek } from '../../../test/claims.ts';
import { expectMoneyToHold, startTestBank } from '../../../test/money-world.ts';
import { buildOwingCard, type OwingCard, standingOf } from '../../../test/owing-card.ts';
import { readSurfaces } from '../../../test/surfaces/read-surfaces.ts';
import { CircuitBreaker } from '../../lib/circuit-breaker.ts';
import { contextOf } from '../../plugins/context.ts';
import { authRole } from '../../roles/auth.ts';
import { portalRole } from '../../roles/portal.ts';
import { decideClaims } from '../card-claims/decide-claims.service.ts';
import { collectDebt } from './collect-debt.service.ts';

const { sandbox, bank, close } = await startTestBank({ survivesPowerFailure: false });
afterAll(close);
const testApp = await createTestApp([authRole, portalRole], { bank });
const { context, pool, call } = testApp;
const worker = () => ({ ...contextOf(context, 'worker'), bank, breaker: new CircuitBreaker() });

/** A worker finds out, at a later time, what became of the collection that is open. */
async function work({ mediumId }: OwingCard): Promise<void> {
  await passTime(pool, 'collections', { mediumId });
  const { rows } = await pool.query<{ collection_id: string }>(
    'select collection_id from collections where medium_id = $1 and outcome is null',
    [mediumId],
  );
  for (const { collection_id: collectionId } of rows) await collectDebt(worker(), { mediumId, collectionId });
}

const acts: Readonly<Record<string, (card: OwingCard) => Promise<void>>> = {
  'goes to a claimant': async (card) => {
    expect((await card.claim()).statusCode).toBe(201);
    await endTheWeek(testApp, card.mediumId);
    await decideClaims(worker());
  },
  'is unlinked': async (card) => {
    expect((await card.unlink()).statusCode).toBe(204);
  },
  'loses its account': async (card) => {
    const { passengerId } = card.owner;
    await pool.query('update passengers set is_sso_shadow_user = true where passenger_id = $1', [passengerId]);
    await pool.query('update sessions set proven_at = now() where passenger_id = $1', [passengerId]);
    expect((await card.closeAccount()).statusCode).toBe(204);
  },
};

const lost = (fault: 'reset_after' | 'reset_before', on: 'authorise' | 'capture') => (statementReference: string) =>
  sandbox.setFault({ statementReference, fault, on, times: 1 });

const answers = [
  { answer: 'has taken the money', loses: lost('reset_after', 'capture'), charges: 1 },
  { answer: 'holds the money', loses: lost('reset_after', 'authorise'), charges: 1 },
  {
    answer: 'has heard nothing, and refuses later',
    loses: lost('reset_before', 'authorise'),
    later: (statementReference: string) => sandbox.setFault({ statementReference, fault: 'decline', times: 1 }),
    charges: 0,
  },
] as const;

describe.each(Object.entries(acts))('an unpaid fare whose card %s while it is unknown that the bank', (_, act) => {
  it.each(answers)('$answer has one outcome, which a guest sees and the next holder does not', async (given) => {
    const card = await buildOwingCard(testApp, sandbox);
    const { srid, amountMinor, claimant } = card;
    await given.loses(srid);
    await card.pay();
    await work(card);
    expect(await standingOf(testApp, card)).toMatchObject({ charges: 0, open: 1 });

    await act(card);
    expect((await card.payAsGuest()).json().error.code).toBe('debt_collection_running');
    if ('later' in given) await given.later(srid);
    for (let turn = 0; turn < 3; turn += 1) await work(card);

    const { charges } = given;
    const state = charges === 1 ? 'approved' : 'declined';
    expect(await standingOf(testApp, card)).toEqual({ state, charges, open: 0 });
    const receipts = await call({
      method: 'POST',
      url: '/public/api/v1/portal/receipts/search',
      payload: { srid, amountMinor },
    });
    expect(receipts.json().items).toMatchObject([{ paid: { amountMinor: charges * amountMinor } }]);
    const shown = await readSurfaces(testApp, claimant, { withExport: true });
    expect(shown.cards.flatMap(({ payments, debts }) => [...payments.items, ...debts])).toEqual([]);
    expect(shown.exported?.travel.flatMap((of) => [...of.payments, ...of.debts, ...of.collections])).toEqual([]);
    await expectMoneyToHold(pool, sandbox);
  });
});
