import { randomUUID } from 'node:crypto';
import { collectDebt as collectCall, collectFoundDebt } from '@tapfolio/contracts/debts.ts';
import { requestRefund } from '@tapfolio/contracts/refunds.ts';
import { afterAll, expect } from 'vitest';
import { correct, recover, refund, settle, withdraw } from '../../test/back-office-files/acts.ts';
import {
  BackOfficeFiles,
  deliveringOperators,
  type FareWish,
  inTurn,
} from '../../test/back-office-files/back-office-files.ts';
import { agreed, type DeliveredWindow } from '../../test/back-office-files/rows.ts';
import { heardOf, mostRounds, passTime } from '../../test/bank-histories.ts';
import { createTestApp, type SignedIn, testConfig } from '../../test/build-app.ts';
import { buildApiKey } from '../../test/factories/api-keys.ts';
import { linkCard } from '../../test/linking.ts';
import { startTestBank } from '../../test/money-world.ts';
import { holdsInRandomHistories } from '../../test/random-histories.ts';
import { operatorContradictions } from '../../test/surfaces/compare-operator.ts';
import { contradictionsOf } from '../../test/surfaces/contradictions-of.ts';
import { type Step, step } from '../../test/surfaces/history-steps.ts';
import { nextAddress, readSurfaces } from '../../test/surfaces/read-surfaces.ts';
import { Importer } from '../feeds/importer.ts';
import { CircuitBreaker } from '../lib/circuit-breaker.ts';
import { transaction } from '../lib/sql.ts';
import { applyChargeOutcome, chargeOutcomeOf } from '../modules/debts/apply-charge-outcome.service.ts';
import { collectDebt } from '../modules/debts/collect-debt.service.ts';
import { moveDebt } from '../modules/debts/move-debt.ts';
import { applyRefundAnswer } from '../modules/refunds/apply-refund-outcome.service.ts';
import { doRefund } from '../modules/refunds/do-refund.service.ts';
import { forgetOldTravel } from '../modules/retention/retention.service.ts';
import { contextOf } from '../plugins/context.ts';
import { authRole } from './auth.ts';
import { portalRole } from './portal.ts';

// Without this a call that was given up on a busy machine would be carried out after a day that the history skips.
const { sandbox, bank, close } = await startTestBank({ survivesPowerFailure: false });
const testApp = await createTestApp([authRole, portalRole], {
  bank,
  config: {
    operators: [...deliveringOperators],
    legal: {
      ...testConfig().legal,
      vatRates: { GBP: [{ name: 'VAT', percent: '20' }], EUR: [{ name: 'TVA', percent: '10' }] },
    },
    debtTries: { most: 6, withinDays: 14, pauseMinutes: 0 },
    retention: { ...testConfig().retention, travelMonths: 1 },
  },
});
const { app, context, pool, url } = testApp;
const worker = contextOf(context, 'worker');
const { headers: operatorKey } = await buildApiKey(context);
const importer = await Importer.open({
  databaseUrl: url,
  operators: [...deliveringOperators],
  mediumKey: context.secrets.mediumKey,
});
afterAll(async () => {
  await importer.close();
  await close();
});

interface Life {
  readonly files: BackOfficeFiles;
  readonly passenger: SignedIn;
  readonly mediumIds: readonly string[];
  isReplaced: boolean;
}

const plain: FareWish = {
  card: 0,
  operator: 0,
  daysAgo: 6,
  time: '09:00',
  amount: 250,
  reason: '',
  hasExit: false,
  isTicket: false,
  opensAtMidnight: false,
};

/** A passenger with two cards, each linked with the line of a paid day. */
async function begin(): Promise<Life> {
  const files = new BackOfficeFiles(importer, sandbox, 3);
  const passenger = await testApp.signIn();
  const mediumIds: string[] = [];
  for (const card of [0, 1]) {
    await files.travel({ ...plain, card }, false);
    const window = files.windows.at(-1);
    if (window === undefined) throw new Error('a window was opened');
    await settle(files, window, { how: 'paid', isLate: false });
    const linked = await linkCard(passenger, window.srid, { amountMinor: 250, from: nextAddress() });
    if (linked.statusCode !== 201) throw new Error(`the card was not linked: ${linked.body}`);
  }
  const { rows } = await pool.query<{ medium_id: string }>(
    'select medium_id from cards where passenger_id = $1 order by card_id',
    [passenger.passengerId],
  );
  mediumIds.push(...rows.map((row) => row.medium_id));
  return { files, passenger, mediumIds, isReplaced: false };
}

/** The windows that an act is about, the newest first. */
function windowsFor(act: Step['act'], { windows }: BackOfficeFiles): DeliveredWindow[] {
  const newest = windows.toReversed();
  if (act === 'settle') return newest.filter(({ stage }) => stage === 'Open');
  if (act === 'recover' || act === 'pay') return newest.filter(({ stage }) => stage === 'Debt');
  if (act === 'refund' || act === 'request a refund') return newest.filter(({ moves }) => moves.length > 0);
  return newest;
}

interface OpenTry {
  medium_id: string;
  id: string;
}

async function openTries(table: 'collections' | 'refunds', mediumIds: readonly string[]): Promise<OpenTry[]> {
  const [id, open] = table === 'refunds' ? ['refund_id', 'closed_at is null'] : ['collection_id', 'outcome is null'];
  const { rows } = await pool.query<OpenTry>(
    `select medium_id, ${id} as id from ${table} where medium_id = any($1) and ${open}`,
    [mediumIds],
  );
  return rows;
}

/** Does what the worker would do. Returns whether there was work. */
async function work({ mediumIds }: Life): Promise<boolean> {
  const working = { ...worker, bank, breaker: new CircuitBreaker() };
  for (const mediumId of mediumIds)
    for (const table of ['collections', 'refunds'] as const) await passTime(pool, table, { mediumId });
  const collections = await openTries('collections', mediumIds);
  for (const { medium_id: mediumId, id: collectionId } of collections)
    await collectDebt(working, { mediumId, collectionId });
  const refunds = await openTries('refunds', mediumIds);
  for (const { medium_id: mediumId, id: refundId } of refunds) await doRefund(working, { mediumId, refundId });
  return collections.length + refunds.length > 0;
}

/** Processes everything that the bank knows. */
async function hear({ mediumIds }: Life): Promise<void> {
  const { rows: refunds } = await pool.query<OpenTry>(
    'select medium_id, refund_id as id from refunds where medium_id = any($1)',
    [mediumIds],
  );
  for (const { medium_id: mediumId, id: refundId } of refunds) {
    const answer = await heardOf(bank, refundId);
    if (answer !== 'unknown') await applyRefundAnswer(worker, { mediumId, refundId }, answer);
  }
  const { rows: collections } = await pool.query<OpenTry>(
    'select medium_id, collection_id as id from collections where medium_id = any($1)',
    [mediumIds],
  );
  for (const { medium_id: mediumId, id: collectionId } of collections) {
    const answer = await heardOf(bank, collectionId);
    const outcome = answer === 'unknown' ? undefined : chargeOutcomeOf(answer);
    if (outcome !== undefined) await applyChargeOutcome(worker, { mediumId, collectionId }, outcome);
  }
}

async function take(life: Life, one: Step): Promise<void> {
  const { files } = life;
  if (one.act === 'travel') return await files.travel(one.wish, one.isLate);
  if (one.act === 'work') return void (await work(life));
  if (one.act === 'release') return await files.release();
  if (one.act === 'look') return await look(life);
  if (one.act === 'forget old travel') return await forget();
  if (one.act === 'confirm') return await confirm(life);
  if (one.act === 'replace') return await replace(life);
  if (one.act === 'unlink and link again') return await linkAgain(life);
  if (one.act === 'hide the history') return await hideHistory(life);
  const windows = windowsFor(one.act, files);
  const window = windows[one.which % Math.max(1, windows.length)];
  if (window === undefined) return;
  if (one.act === 'settle') await settle(files, window, one);
  else if (one.act === 'recover') await recover(files, window, one);
  else if (one.act === 'pay') await pay(life, window, one.by);
  else if (one.act === 'fault')
    await sandbox.setFault({ statementReference: window.srid, fault: one.fault, on: 'any', times: 1 });
  else if (one.act === 'request a refund') await askForRefund(window, one.of);
  else if (one.act === 'refund') await refund(files, window, one);
  else if (one.act === 'deliver our refund') await deliverOurRefund(files, window, one.isLate);
  else if (one.act === 'withdraw a movement') await withdraw(files, window, one.isLate);
  else if (one.act === 'come back') await comeBack(life, window);
  else if (one.act === 'charge back') await files.chargeBack(window, one.isLate);
  else await correct(files, window, one);
}

async function pay({ passenger }: Life, window: DeliveredWindow, by: string): Promise<void> {
  const { rows } = await pool.query<{
    payment_id: string;
    due_minor: number;
    currency: string;
    card_id: number;
    srid: string;
  }>(
    `select debt.payment_id, debt.due_minor, debt.currency, debt.srid, card.card_id
    from debts debt join cards card on card.medium_id = debt.medium_id
    where debt.srid = $1 and card.passenger_id = $2`,
    [window.srid, passenger.passengerId],
  );
  const [debt] = rows;
  if (debt === undefined) return;
  const { payment_id, due_minor: amountMinor, currency, card_id, srid } = debt;
  const headers = { 'idempotency-key': randomUUID() };
  if (by === 'guest')
    await testApp.call({
      method: 'POST',
      url: collectFoundDebt.path,
      headers,
      payload: { srid, amountMinor },
      remoteAddress: nextAddress(),
    });
  else {
    const address = collectCall.path.replace(':cardId', String(card_id)).replace(':paymentId', payment_id);
    await passenger.call({ method: 'POST', url: address, headers, payload: { amountMinor, currency } });
  }
}

async function askForRefund({ srid, operator, fares }: DeliveredWindow, of: string): Promise<void> {
  const { rows } = await pool.query<{ trip_id: string }>(
    'select trip_id from trips where srid = $1 order by started_at limit 1',
    [srid],
  );
  const [trip] = rows;
  const wish =
    of === 'all' || trip === undefined || fares.length === 0
      ? {}
      : of === 'a part'
        ? { amountMinor: 110 }
        : { trips: [{ tripId: trip.trip_id }] };
  const payload = { operatorCode: operator.code, srid, currency: operator.currency, reason: 'delay', ...wish };
  const response = await app.inject({
    method: 'POST',
    url: requestRefund.path,
    headers: { ...operatorKey, 'idempotency-key': randomUUID() },
    payload,
  });
  if (response.statusCode >= 500) throw new Error(response.body);
}

/** The back office delivers what the bank refunded for us, as one of its own movements. */
async function deliverOurRefund(files: BackOfficeFiles, window: DeliveredWindow, isLate: boolean): Promise<void> {
  const { rows } = await pool.query<{ amount_minor: number; bank_reference: string; closed_at: string }>(
    `select amount_minor, bank_reference, closed_at::text from refunds where srid = $1 and state = 'refunded'`,
    [window.srid],
  );
  const known = window.moves.map(({ rrn }) => rrn);
  const own = rows.find(({ bank_reference: reference }) => !known.includes(reference));
  if (own === undefined) return;
  const at = new Date().toISOString();
  window.moves.push({
    id: randomUUID(),
    operation: 'REFUND',
    amount: own.amount_minor,
    rrn: own.bank_reference,
    at,
    response: agreed,
  });
  await files.deliverMoves(window, isLate);
}

async function comeBack(life: Life, { srid }: DeliveredWindow): Promise<void> {
  const done = (await sandbox.ledger(srid)).find(({ state, reference }) => state === 'refunded' && reference !== null);
  if (typeof done?.reference !== 'string') return;
  await sandbox.sendBack({ reference: done.reference });
  await hear(life);
}

/** The back office has heard of what was paid, and says that the cards may travel. */
async function confirm({ mediumIds }: Life): Promise<void> {
  const { rows } = await pool.query<{ medium_id: string; payment_id: string }>(
    'select medium_id, payment_id from debts where medium_id = any($1)',
    [mediumIds],
  );
  for (const { medium_id: mediumId, payment_id: paymentId } of rows)
    await transaction(worker.pool, async (tx) => {
      for (const event of ['tell', 'confirm'] as const)
        await moveDebt(tx, { mediumId, paymentId, event, source: 'back_office' });
    });
}

async function replace(life: Life): Promise<void> {
  const { files, passenger } = life;
  if (life.isReplaced) return;
  life.isReplaced = true;
  await files.travel({ ...plain, card: 2, daysAgo: 2 }, false);
  await files.replace(0, 2);
  const { rows } = await pool.query<{ card_id: number }>(
    'select card_id from cards where passenger_id = $1 and medium_id = $2',
    [passenger.passengerId, life.mediumIds[0]],
  );
  const response = await passenger.call({
    method: 'POST',
    url: `/public/api/v1/portal/cards/${rows[0]?.card_id}/replacement`,
  });
  // A card with an unpaid fare is not replaced.
  if (response.statusCode >= 500) throw new Error(response.body);
  const { rows: media } = await pool.query<{ medium_id: string }>(
    'select medium_id from cards where passenger_id = $1',
    [passenger.passengerId],
  );
  Object.assign(life, { mediumIds: media.map((row) => row.medium_id) });
}

/** The second card leaves the account, and comes back with the line of its first payment if that still proves it. */
async function linkAgain({ files, passenger, mediumIds }: Life): Promise<void> {
  const card = 'select card_id from cards where passenger_id = $1 and medium_id = $2';
  const { rows } = await pool.query<{ card_id: number }>(card, [passenger.passengerId, mediumIds[1]]);
  const [linked] = rows;
  const line = files.windows.find(({ token }) => token === files.tokens[1]);
  if (linked === undefined || line === undefined) return;
  await passenger.call({ method: 'DELETE', url: `/public/api/v1/portal/cards/${linked.card_id}` });
  await linkCard(passenger, line.srid, { amountMinor: line.settled, from: nextAddress() });
}

/** The second card had another owner until four days ago, as after a claim. */
async function hideHistory({ mediumIds }: Life): Promise<void> {
  await pool.query(
    `insert into history_bounds (medium_id, shown_from) values ($1, now() - interval '4 days') on conflict do nothing`,
    [mediumIds[1]],
  );
}

/** All histories are in one database: nothing of it may be forgotten between two calls of one comparison. */
const looking = new Set<Promise<unknown>>();
let forgetting: Promise<void> = Promise.resolve();

/** A month is not dropped while a file is imported, so it has its turn among the imports. */
async function forget(): Promise<void> {
  await inTurn(importer, async () => {
    forgetting = Promise.allSettled(looking).then(() => forgetOldTravel(worker));
    await forgetting;
  });
}

async function look(life: Life, withExport = false): Promise<void> {
  await forgetting.catch(() => {});
  const compared = compare(life, withExport);
  looking.add(compared);
  await compared.finally(() => looking.delete(compared));
}

/** Compares all surfaces. Rules about money that the back office of a history breaks on purpose have alarms of their own. */
async function compare({ passenger, mediumIds }: Life, withExport: boolean): Promise<void> {
  const surfaces = await readSurfaces(testApp, passenger, { withExport });
  const { rows: faults } = await pool.query<{ rule: string; subject: string }>(
    `select rule, subject from money_faults
    where medium_id = any($1) and rule not in ('refunded_more_than_paid', 'refunded_and_charged_back')`,
    [mediumIds],
  );
  const found = [
    ...(await contradictionsOf(surfaces, context.config)),
    ...(await operatorContradictions({ app, pool, sandbox, headers: operatorKey }, mediumIds)),
    ...faults.map(({ rule, subject }) => `broken rule ${rule} of ${subject}`),
  ];
  expect(found.join('\n')).toBe('');
}

async function live(steps: readonly Step[]): Promise<void> {
  const life = await begin();
  for (const one of steps) await take(life, one);
  await look(life);

  await life.files.release();
  for (const { srid } of life.files.windows) await sandbox.setFault({ statementReference: srid, fault: 'none' });
  for (let rest = 0; rest < mostRounds && (await work(life)); rest += 1);
  await hear(life);
  await look(life, true);
  await life.files.close();
}

holdsInRandomHistories('all surfaces say the same of each trip, payment, refund and unpaid fare', {
  step,
  longest: 16,
  cost: 25,
  live,
});
