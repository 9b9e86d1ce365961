import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { claimedCard, claimsUrl, endTheWeek, stateOfNewest } from '../../../test/claims.ts';
import { contextOf } from '../../plugins/context.ts';
import { portalRole } from '../../roles/portal.ts';
import { decideClaims } from './decide-claims.service.ts';

const testApp = await createTestApp([portalRole]);
const { pool } = testApp;
const worker = contextOf(testApp.context, 'worker');

/** The first statement after a restore, as docs/runbook.md has it. */
function askAgain(): string {
  const runbook = readFileSync(path.resolve(import.meta.dirname, '../../../../../docs/runbook.md'), 'utf8');
  return /```sql\s+(with asked_again as[\s\S]*?)```/.exec(runbook)?.[1] ?? '';
}

/** A claim to which the owner objected in time, in a database of the day before, whose week is over now. */
async function forgottenObjection() {
  const claimed = await claimedCard(testApp);
  const { rows } = await pool.query<{ claim_id: string }>('select claim_id from card_claims where medium_id = $1', [
    claimed.mediumId,
  ]);
  const objected = await claimed.owner.call({ method: 'POST', url: `${claimsUrl}/${rows[0]?.claim_id}/objection` });
  expect(objected.statusCode).toBe(204);
  await pool.query(`update card_claims set state = 'open', ended_at = null where medium_id = $1`, [claimed.mediumId]);
  await endTheWeek(testApp, claimed.mediumId);
  await pool.query('delete from graphile_worker._private_jobs');
  return claimed;
}

const ownersAsked = async () =>
  (await pool.query(`select from graphile_worker._private_jobs where payload->>'mail' = 'card-claim-asked'`)).rowCount;

it('leaves an owner whose objection was lost by a restore the card and a week, and tells them again', async () => {
  const { claimant } = await forgottenObjection();

  await pool.query(askAgain());
  await decideClaims(worker);

  expect([await stateOfNewest(testApp, claimant), await ownersAsked()]).toEqual(['open', 1]);
});

it('decides a claim of a card that its owner gave up, also after a restore', async () => {
  const { claimant, owner, mediumId } = await claimedCard(testApp);
  await pool.query('delete from cards where medium_id = $1', [mediumId]);
  await pool.query('update card_claims set owner_id = null, object_until = claimed_at where owner_id = $1', [
    owner.passengerId,
  ]);

  await pool.query(askAgain());
  await decideClaims(worker);

  expect(await stateOfNewest(testApp, claimant)).toBe('granted');
});
