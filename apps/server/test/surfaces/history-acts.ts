import { randomUUID } from 'node:crypto';
import { collectDebt, collectFoundDebt } from '@tapfolio/contracts/debts.ts';
import { closeAccount } from '@tapfolio/contracts/privacy.ts';
import { requestRefund } from '@tapfolio/contracts/refunds.ts';
import { transaction } from '../../src/lib/sql.ts';
import { moveDebt } from '../../src/modules/debts/move-debt.service.ts';
import { settle } from '../back-office-files/acts.ts';
import { agreed, type DeliveredWindow } from '../back-office-files/rows.ts';
import { linkCard } from '../linking.ts';
import { hear, type Life, plain, work } from './history-world.ts';
import { nextAddress } from './read-surfaces.ts';

/** The passenger, or a guest, pays the unpaid fare of a window. */
export async function pay({ world, passenger }: Life, window: DeliveredWindow, by: string): Promise<void> {
  const { rows } = await world.pool.query<{
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
    await world.testApp.call({
      method: 'POST',
      url: collectFoundDebt.path,
      headers,
      payload: { srid, amountMinor },
      remoteAddress: nextAddress(),
    });
  else {
    const address = collectDebt.path.replace(':cardId', String(card_id)).replace(':paymentId', payment_id);
    await passenger.call({ method: 'POST', url: address, headers, payload: { amountMinor, currency } });
  }
}

/** The passenger in two tabs and a guest pay the unpaid fare of a window at the same moment. */
export async function payAtOnce(life: Life, window: DeliveredWindow): Promise<void> {
  await Promise.all(['passenger', 'guest', 'passenger'].map((by) => pay(life, window, by)));
}

/** The administrator replays all files while workers ask the bank. */
export async function replayWhileWorking(life: Life): Promise<void> {
  await Promise.all([life.files.replay(), work(life), hear(life)]);
}

/** The operator asks us to refund what a window has. */
export async function askForRefund({ world }: Life, window: DeliveredWindow, of: string): Promise<void> {
  const { srid, operator, fares, currency } = window;
  const { rows } = await world.pool.query<{ trip_id: string }>(
    'select trip_id from trips where srid = $1 order by started_at limit 1',
    [srid],
  );
  const [trip] = rows;
  const some = () => (of === 'a part' ? { amountMinor: 110 } : { trips: [{ tripId: trip?.trip_id }] });
  const wish = of === 'all' || trip === undefined || fares.length === 0 ? {} : some();
  const payload = { operatorCode: operator.code, srid, currency, reason: 'delay', ...wish };
  const response = await world.testApp.app.inject({
    method: 'POST',
    url: requestRefund.path,
    headers: { ...world.operatorKey, 'idempotency-key': randomUUID() },
    payload,
  });
  if (response.statusCode >= 500) throw new Error(response.body);
}

/** The back office delivers what the bank refunded for us, as one of its own movements. */
export async function deliverOurRefund(
  { world, files }: Life,
  window: DeliveredWindow,
  isLate: boolean,
): Promise<void> {
  const { rows } = await world.pool.query<{ amount_minor: number; bank_reference: string; closed_at: string }>(
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

/** The bank refuses a fare, the passenger pays it with us, and the back office delivers that as a recovery or as a plain charge. */
export async function payAndDeliver(
  life: Life,
  { as: operation, isLate }: { readonly as: string; readonly isLate: boolean },
): Promise<void> {
  const { world, files } = life;
  await files.travel({ ...plain, daysAgo: 4 }, false);
  const window = files.windows.findLast(({ stage }) => stage === 'Open');
  if (window === undefined) return;
  await settle(files, window, { how: 'refused', isLate: false });
  await pay(life, window, 'passenger');
  await work(life);
  const { rows } = await world.pool.query<{ amount_minor: number; bank_reference: string }>(
    `select amount_minor, bank_reference from collections where srid = $1 and outcome = 'approved'`,
    [window.srid],
  );
  for (const { amount_minor: amount, bank_reference: rrn } of rows)
    window.moves.push({ id: randomUUID(), operation, amount, rrn, at: new Date().toISOString(), response: agreed });
  await files.deliverMoves(window, isLate);
}

/** A refund that the bank had paid out comes back to it. */
export async function comeBack(life: Life, { srid }: DeliveredWindow): Promise<void> {
  const done = (await life.world.sandbox.ledger(srid)).find(
    ({ state, reference }) => state === 'refunded' && reference !== null,
  );
  if (typeof done?.reference !== 'string') return;
  await life.world.sandbox.sendBack({ reference: done.reference });
  await hear(life);
}

/** The back office has heard of what was paid, and says that the cards may travel. */
export async function confirm({ world, mediumIds }: Life): Promise<void> {
  const { rows } = await world.pool.query<{ medium_id: string; payment_id: string }>(
    'select medium_id, payment_id from debts where medium_id = any($1)',
    [mediumIds],
  );
  for (const { medium_id: mediumId, payment_id: paymentId } of rows)
    await transaction(world.worker.pool, async (tx) => {
      for (const event of ['tell', 'confirm'] as const)
        await moveDebt(tx, { mediumId, paymentId, event, source: 'back_office' });
    });
}

/** The bank replaces the first card, and the passenger confirms the new one. */
export async function replace(life: Life): Promise<void> {
  const { world, files, passenger } = life;
  if (life.isReplaced) return;
  life.isReplaced = true;
  await files.travel({ ...plain, card: 2, daysAgo: 2 }, false);
  await files.replace(0, 2);
  const { rows } = await world.pool.query<{ card_id: number }>(
    'select card_id from cards where passenger_id = $1 and medium_id = $2',
    [passenger.passengerId, life.mediumIds[0]],
  );
  const response = await passenger.call({
    method: 'POST',
    url: `/public/api/v1/portal/cards/${rows[0]?.card_id}/replacement`,
  });
  // A card with an unpaid fare is not replaced.
  if (response.statusCode >= 500) throw new Error(response.body);
  const { rows: media } = await world.pool.query<{ medium_id: string }>(
    'select medium_id from cards where passenger_id = $1',
    [passenger.passengerId],
  );
  life.mediumIds = media.map((row) => row.medium_id);
}

/** The second card leaves the account, and comes back with the line of its first payment if that still proves it. */
export async function linkAgain({ world, files, passenger, mediumIds }: Life): Promise<void> {
  const card = 'select card_id from cards where passenger_id = $1 and medium_id = $2';
  const { rows } = await world.pool.query<{ card_id: number }>(card, [passenger.passengerId, mediumIds[1]]);
  const [linked] = rows;
  const line = files.windows.find(({ token }) => token === files.tokens[1]);
  if (linked === undefined || line === undefined) return;
  await passenger.call({ method: 'DELETE', url: `/public/api/v1/portal/cards/${linked.card_id}` });
  await linkCard(passenger, line.srid, { amountMinor: line.settled, from: nextAddress() });
}

/** Two workers ask the bank at the same time, as after a lease that ran out, while the bank tells what it did. */
export async function workAtOnce(life: Life): Promise<void> {
  await Promise.all([work(life), work(life), hear(life)]);
}

/**
 * The account is closed, in the middle of a payment if a fare is unpaid. The passenger comes back with a new account, and links the cards whose
 * first payment still proves them.
 */
export async function closeAndReturn(life: Life, window: DeliveredWindow | undefined): Promise<void> {
  const { world, files, passenger } = life;
  await world.pool.query('update passengers set is_sso_shadow_user = true where passenger_id = $1', [
    passenger.passengerId,
  ]);
  const [closed] = await Promise.all([
    passenger.call({ method: 'POST', url: closeAccount.path, payload: { reason: 'privacy' } }),
    window && pay(life, window, 'passenger'),
  ]);
  if (closed.statusCode !== 204) throw new Error(`the account was not closed: ${closed.body}`);
  life.passenger = await world.testApp.signIn();
  for (const token of files.tokens) {
    const line = files.windows.find((one) => one.token === token && one.settled > 0);
    if (line !== undefined)
      await linkCard(life.passenger, line.srid, { amountMinor: line.settled, from: nextAddress() });
  }
}

/** The second card had another owner until four days ago, as after a claim. */
export async function hideHistory({ world, mediumIds }: Life): Promise<void> {
  await world.pool.query(
    `insert into history_bounds (medium_id, shown_from) values ($1, now() - interval '4 days') on conflict do nothing`,
    [mediumIds[1]],
  );
}
