import { randomUUID } from 'node:crypto';
import { collectDebt } from '@tapfolio/contracts/debts.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import fc from 'fast-check';
import { afterAll, expect } from 'vitest';
import { mostRounds } from '../../test/bank-histories.ts';
import { createTestApp, type SignedIn, testConfig } from '../../test/build-app.ts';
import { buildCard } from '../../test/factories/cards.ts';
import { emptyTables } from '../../test/feed-fixture.ts';
import { participant } from '../../test/littlepay-import.ts';
import { startTestBank } from '../../test/money-world.ts';
import { DeliveredExports, FileImports } from '../../test/random-exports/delivered-exports.ts';
import { LittlepayBackOffice, littlepayStep } from '../../test/random-exports/littlepay-acts.ts';
import { holdsInRandomHistories } from '../../test/random-histories.ts';
import { contradictionsOf } from '../../test/surfaces/contradictions-of.ts';
import { work } from '../../test/surfaces/history-world.ts';
import { readSurfaces } from '../../test/surfaces/read-surfaces.ts';
import { contextOf } from '../plugins/context.ts';
import { authRole } from './auth.ts';
import { portalRole } from './portal.ts';

const { sandbox, bank, close } = await startTestBank({ survivesPowerFailure: false });
const vat = [{ name: 'VAT', percent: '20' }];
const testApp = await createTestApp([authRole, portalRole], {
  bank,
  config: {
    operators: [participant],
    legal: { ...testConfig().legal, vatRates: { GBP: vat, EUR: vat } },
    debtTries: { most: 6, withinDays: 14, pauseMinutes: 0 },
  },
});
const { pool, url, context } = testApp;
const world = { pool, bank, worker: contextOf(context, 'worker') };
const imports = new FileImports({ url, operators: [participant] });
afterAll(async () => {
  await imports.close();
  await close();
});

const step = fc.oneof(
  { weight: 18, arbitrary: littlepayStep },
  { weight: 5, arbitrary: fc.record({ act: fc.constant('pay' as const), which: fc.nat({ max: 3 }) }) },
  { weight: 2, arbitrary: fc.constant({ act: 'replay' as const }) },
);

/** The passenger has all cards that the files name. */
async function linkAll({ passengerId }: SignedIn): Promise<void> {
  const { rows } = await pool.query<{ medium_id: string }>(
    'with linked as materialized (select medium_id from cards) select medium_id from media where medium_id not in (select medium_id from linked)',
  );
  for (const { medium_id } of rows) await buildCard(pool, { passenger_id: passengerId, medium_id, name: medium_id });
}

/** The passenger pays one of the unpaid fares, and the bank takes the money. */
async function pay(passenger: SignedIn, which: number): Promise<void> {
  await linkAll(passenger);
  const { rows } = await pool.query<{
    medium_id: string;
    payment_id: string;
    srid: string;
    due_minor: number;
    currency: string;
    card_id: number;
  }>(
    `select debt.medium_id, debt.payment_id, debt.srid, debt.due_minor, debt.currency, card.card_id
    from debts debt join cards card using (medium_id)
    where debt.state in ('owed', 'declined') and debt.srid is not null
    order by debt.opened_at, debt.payment_id`,
  );
  const debt = rows[which % Math.max(1, rows.length)];
  if (debt === undefined) return;
  const { medium_id: mediumId, payment_id: paymentId, srid, due_minor: amountMinor, currency, card_id: cardId } = debt;
  // The bank finds the card by what it was asked before.
  const before = { id: randomUUID(), kind: 'charge', state: 'declined', operatorCode: participant.code } as const;
  const at = new Date(Date.now() - dayMs).toISOString();
  await sandbox.remember([{ ...before, statementReference: srid, amountMinor, currency, at }]);
  const response = await passenger.call({
    method: 'POST',
    url: collectDebt.path.replace(':cardId', String(cardId)).replace(':paymentId', paymentId),
    headers: { 'idempotency-key': randomUUID() },
    payload: { amountMinor, currency },
  });
  expect(response.statusCode, response.body).toBe(202);
  for (let rest = 0; rest < mostRounds && (await work({ world, mediumIds: [mediumId] })); rest += 1);
}

/** Compares all surfaces. The back office of a history gives back more than was paid, which has an alarm of its own. */
async function look(passenger: SignedIn): Promise<void> {
  await linkAll(passenger);
  // Nobody proves a payment that was moved to another card: here its guest has the reference as if it had always been there.
  await pool.query('delete from contested_references');
  const surfaces = await readSurfaces(testApp, passenger, { withExport: true });
  const { rows: faults } = await pool.query<{ rule: string; subject: string }>(
    `select rule, subject from money_faults where rule not in ('refunded_more_than_paid', 'refunded_and_charged_back')`,
  );
  const broken = faults.map(({ rule, subject }) => `broken rule ${rule} of ${subject}`);
  expect([...(await contradictionsOf(surfaces, context.config)), ...broken].join('\n')).toBe('');
}

holdsInRandomHistories('all surfaces say the same of what Littlepay and its bank deliver', {
  step,
  longest: 26,
  cost: 50,
  isAlone: true,
  live: async (steps) => {
    await pool.query('delete from cards; delete from collections; delete from back_office_messages');
    await emptyTables(pool);
    const passenger = await testApp.signIn();
    const exports = new DeliveredExports();
    const office = new LittlepayBackOffice(exports);
    let imported = 0;
    try {
      for (const one of steps) {
        if (one.act === 'pay') await pay(passenger, one.which);
        else if (one.act === 'replay') await imports.replay();
        else office.take(one);
        await imports.together(exports.files.slice(imported));
        imported = exports.files.length;
      }
      await look(passenger);
    } finally {
      await exports.close();
    }
  },
});
