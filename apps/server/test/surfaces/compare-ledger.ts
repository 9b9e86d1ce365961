import type { Movement } from '../../../../demo/bank/wire.ts';
import { type DeliveredMove, type DeliveredWindow, isApproved } from '../back-office-files/rows.ts';
import { Contradictions, sum } from './contradictions.ts';
import type { Life } from './history-world.ts';
import type { CardSurfaces, Surfaces } from './read-surfaces.ts';

type Payment = CardSurfaces['paymentDetails'][number];

/** What the bank moved of a payment in its currency, at the wish of the back office and at ours. */
interface Moved {
  readonly takenMinor: number;
  /** What it gave back, but for chargebacks. */
  readonly givenMinor: number;
  readonly isGivenByUs: boolean;
  /** What a chargeback took back. */
  readonly backMinor: number;
}

/**
 * No payment may show more as taken than the bank took, nor less as paid, and what was given back to the cent; no fare be owed beyond what the
 * bank did not take; and an alarm be raised about a refund of ours where more was given back than was paid, and nowhere else. To be called once all
 * files are delivered.
 */
export async function ledgerContradictions(life: Life, { cards }: Surfaces): Promise<string[]> {
  const check = new Contradictions();
  for (const payment of cards.flatMap(({ paymentDetails }) => paymentDetails)) {
    const window = life.files.windows.find(({ srid }) => srid === payment.srid);
    if (window === undefined || payment.reason !== 'trip') continue;
    const moved = await movedOf(life, payment, window);
    compareMoved(check, payment, moved);
    await compareAlarm(check, life, { payment, window, moved });
    await compareOwed(check, life, payment, moved);
  }
  return check.found;
}

async function movedOf(
  { world: { pool, sandbox } }: Life,
  payment: Payment,
  { moves }: DeliveredWindow,
): Promise<Moved> {
  const { rows } = await pool.query<{ id: string; reference: string | null }>(
    `select collection_id as id, bank_reference as reference from collections where payment_id = $1
    union all select refund_id, bank_reference from refunds where payment_id = $1`,
    [payment.id],
  );
  const ofPayment = ({ reference, currency }: Movement) =>
    currency === payment.due.currency && rows.some(({ id }) => id === reference);
  const ours = (await sandbox.ledger()).filter(ofPayment);
  const collected = ours.filter(({ state }) => state === 'captured');
  const refunded = ours.filter(({ state }) => state === 'refunded');
  // What the back office delivers of ours is no other movement, and one that it delivers under two ids has one reference of the bank.
  const theirs = [...new Map(moves.map((move) => [move.rrn, move])).values()].filter(
    (move) => isApproved(move) && rows.every(({ reference }) => reference !== move.rrn),
  );
  const isRefund = ({ operation }: DeliveredMove) => operation === 'REFUND';
  const minorOf = (some: readonly DeliveredMove[]) => some.reduce((total, { amount }) => total + amount, 0);
  const { rows: back } = await pool.query<{ amountMinor: number }>(
    'select amount_minor as "amountMinor" from chargebacks where srid = $1 and currency = $2',
    [payment.srid, payment.due.currency],
  );
  return {
    takenMinor: sum(collected) + minorOf(theirs.filter((move) => !isRefund(move))),
    givenMinor: sum(refunded) + minorOf(theirs.filter(isRefund)),
    isGivenByUs: refunded.length > 0,
    backMinor: sum(back),
  };
}

function compareMoved(check: Contradictions, payment: Payment, { takenMinor, givenMinor, backMinor }: Moved): void {
  const { srid, status, due, paid, charges, refunded } = payment;
  const shown = charges.filter(
    ({ direction, approved, amount }) => direction === 'debit' && approved && amount.currency === due.currency,
  );
  const shownMinor = sum(shown.map(({ amount }) => amount));
  check.holds(`payment ${srid}: shows ${shownMinor} as taken of ${takenMinor}`, shownMinor <= takenMinor);
  check.holds(
    `payment ${srid}: shows ${paid.amountMinor} as paid where the bank took ${takenMinor} of ${due.amountMinor}`,
    status === 'corrupted' || paid.amountMinor >= Math.min(due.amountMinor, takenMinor),
  );
  check.same(`payment ${srid}: given back`, refunded?.amount.amountMinor ?? 0, givenMinor + backMinor);
}

interface Refunded {
  readonly payment: Payment;
  readonly window: DeliveredWindow;
  readonly moved: Moved;
}

async function compareAlarm(
  check: Contradictions,
  { world }: Life,
  { payment, window, moved }: Refunded,
): Promise<void> {
  const { rows: alarms } = await world.pool.query(
    `select from money_faults where rule = 'refunded_more_than_paid' and subject = $1`,
    [payment.id],
  );
  const { takenMinor, givenMinor, isGivenByUs } = moved;
  // The back office may know of money that no movement shows.
  const paidMinor = Math.max(takenMinor, window.settled + window.debtSettled);
  check.same(
    `payment ${payment.srid}: an alarm, where ${givenMinor} of ${paidMinor} were refunded`,
    alarms.length > 0,
    isGivenByUs && givenMinor > paidMinor,
  );
}

async function compareOwed(
  check: Contradictions,
  { world }: Life,
  { id, srid, due }: Payment,
  { takenMinor }: Moved,
): Promise<void> {
  const { rows: owed } = await world.pool.query<{ minor: number }>(
    `select due_minor as minor from debts where payment_id = $1 and state in ('owed', 'declined')`,
    [id],
  );
  const missingMinor = Math.max(0, due.amountMinor - takenMinor);
  for (const { minor } of owed)
    check.holds(`payment ${srid}: asks for ${minor} where ${missingMinor} are missing`, minor <= missingMinor);
}
