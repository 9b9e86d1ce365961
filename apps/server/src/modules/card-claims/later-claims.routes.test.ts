import { randomUUID } from 'node:crypto';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { claim, claimedCard, lineOf, takenCard } from '../../../test/claims.ts';
import { buildCard, buildFormerMedium } from '../../../test/factories/cards.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool, signIn } = testApp;

describe('a passenger whose claim has ended', () => {
  it('does not have the card claimed while another passenger claims it', async () => {
    const { claimant, lines, mediumId } = await claimedCard(testApp);
    await pool.query(`update card_claims set state = 'void', ended_at = now() where medium_id = $1`, [mediumId]);
    expect((await claim(await signIn(), lines)).statusCode).toBe(201);

    expect(codeOf(await claim(claimant, lines))).toBe('card_claim_pending');
  });

  it('reads that the owner objected, although they gave up another claim of the card since', async () => {
    const { owner, mediumId, lines } = await takenCard(testApp);
    const { passengerId, ...claimant } = await signIn();
    for (const state of ['withdrawn', 'objected'])
      await insertRow(pool, 'card_claims', {
        claim_id: randomUUID(),
        passenger_id: passengerId,
        owner_id: owner.passengerId,
        owner_card_name: 'A card',
        medium_id: mediumId,
        name: 'Mine',
        state,
        object_until: new Date(Date.now() + dayMs),
        ended_at: new Date(),
      });

    expect(codeOf(await claim({ passengerId, ...claimant }, lines))).toBe('card_claim_refused');
  });
});

describe('a passenger whose card the bank has replaced', () => {
  it('reads by the lines of the former one that they have it, and under which number', async () => {
    const owner = await signIn();
    const card = await buildCard(pool, { passenger_id: owner.passengerId });
    const former = await buildFormerMedium(pool, card);

    const answer = await claim(owner, [await lineOf(testApp, former, 3), await lineOf(testApp, former, 10)]);

    expect([codeOf(answer), answer.json().error.details]).toEqual(['card_already_yours', { cardId: card.card_id }]);
  });

  it('may call another card as the former one was called', async () => {
    const claimant = await signIn();
    const card = await buildCard(pool, { passenger_id: claimant.passengerId, name: 'The new one' });
    await buildFormerMedium(pool, { ...card, name: 'The old one' });
    const { lines } = await takenCard(testApp);

    expect((await claim(claimant, lines, { name: 'The old one' })).statusCode).toBe(201);
  });
});
