import { dayMs } from '@tapfolio/domain/durations.ts';
import { beforeEach, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { claim, takenCard } from '../../../test/claims.ts';
import { buildCollection } from '../../../test/factories/collections.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool, signIn } = testApp;

beforeEach(async () => void (await pool.query('truncate throttles')));

const codeOf = (response: { json(): { error?: { code: string } } }) => response.json().error?.code;

it('an unpaid line proves nothing before the bank has collected it for us: only then it is on the statement', async () => {
  const { mediumId: medium_id, lines } = await takenCard(testApp);
  const opened_at = new Date(Date.now() - 20 * dayMs).toISOString();
  const unpaid = await buildPayment(pool, { medium_id, opened_at, status: 'payment_error', paid_minor: 0 });
  const { payment_id, srid } = unpaid;
  const pair = [lines[0], srid ?? ''];

  const before = await claim(await signIn(), pair);
  const taken = { outcome: 'approved', closed_at: new Date().toISOString(), bank_reference: `B ${payment_id}` };
  await buildCollection(pool, { medium_id, payment_id, ...taken });
  const after = await claim(await signIn(), pair);

  expect([before, after].map(codeOf)).toEqual(['card_claim_not_proven', undefined]);
  expect(after.statusCode).toBe(201);
});
