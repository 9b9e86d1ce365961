import type { BackOfficeFiles } from './back-office-files.ts';
import { type DeliveredWindow, dueOf, isApproved } from './rows.ts';

/** What a back office does with a payment window, and delivers. */

/** The window of an open day is closed, and the bank was asked for its money. */
export async function settle(
  files: BackOfficeFiles,
  window: DeliveredWindow,
  { how, isLate }: { how: string; isLate: boolean },
): Promise<void> {
  const due = dueOf(window);
  if (window.stage !== 'Open') return;
  window.closedAt = new Date(Date.parse(window.openedAt) + 72_000_000).toISOString();
  const isRefused = how === 'refused' || how === 'partly paid' || how === 'lost';
  window.stage = isRefused ? 'Debt' : 'Closed';
  const whole = isRefused || how === 'nothing settled' ? 0 : due;
  window.settled = how === 'partly paid' ? Math.min(100, due) : whole;
  if (how !== 'paid without its movement' && how !== 'nothing settled' && due > 0) {
    for (const amount of how === 'in two charges' ? halvesOf(window.settled) : [window.settled])
      if (amount > 0) await files.move(window, 'ONLINE_CLEARING', amount);
    if (how === 'delivered again') files.repeat(window);
    if (isRefused) await files.move(window, 'ONLINE_CLEARING', due - window.settled, how === 'lost' ? '041' : '051');
  }
  if (how === 'without its window') {
    await files.deliverMoves(window, false);
    await files.deliverWindow(window, true);
  } else {
    await files.deliverMoves(window, isLate);
    await files.deliverWindow(window, false);
  }
}

const halvesOf = (amount: number): number[] => [Math.floor(amount / 2), Math.ceil(amount / 2)];

/** The back office collects an unpaid fare itself, hears that it is paid, or asks for no more. */
export async function recover(
  files: BackOfficeFiles,
  window: DeliveredWindow,
  { how, isLate }: { how: string; isLate: boolean },
): Promise<void> {
  if (window.stage !== 'Debt') return;
  const missing = dueOf(window) - window.settled - window.debtSettled;
  if (missing <= 0) return;
  if (how === 'lowered') {
    window.discount += missing;
    window.stage = 'Closed';
    await files.deliverWindow(window, isLate);
    return;
  }
  // It hears from us that the fare is paid, and closes the window without an amount.
  const isHearsay = how === 'closed';
  if (how !== 'window' && !isHearsay) await files.move(window, 'DEBT_RECOVERY_AUTO', missing);
  if (how !== 'movement') {
    window.stage = 'Closed';
    if (!isHearsay) window.debtSettled += missing;
    await files.deliverWindow(window, isLate);
  }
  await files.deliverMoves(window, how === 'movement' && isLate);
}

/** The back office refunds what the bank took, a part of it, or more. */
export async function refund(
  files: BackOfficeFiles,
  window: DeliveredWindow,
  { of, isLate }: { of: string; isLate: boolean },
): Promise<void> {
  const taken = sumOf(window, false);
  const left = taken - sumOf(window, true);
  if (left <= 0) return;
  const whole = of === 'more' ? left + 90 : left;
  await files.move(window, 'REFUND', of === 'a part' ? Math.min(100, left) : whole);
  await files.deliverMoves(window, isLate);
}

const sumOf = ({ moves }: DeliveredWindow, isRefund: boolean): number =>
  moves
    .filter((move) => isApproved(move) && (move.operation === 'REFUND') === isRefund)
    .reduce((sum, { amount }) => sum + amount, 0);

/** A newer export says that the last movement was refused. */
export async function withdraw(files: BackOfficeFiles, window: DeliveredWindow, isLate: boolean): Promise<void> {
  const move = window.moves.at(-1);
  if (move === undefined || window.stage === 'Closed') return;
  move.response = '051';
  await files.deliverMoves(window, isLate);
}

/** A newer export changes the travel or the window of a payment. */
export async function correct(
  files: BackOfficeFiles,
  window: DeliveredWindow,
  { what, isLate }: { what: string; isLate: boolean },
): Promise<void> {
  const fare = window.fares.at(-1);
  if (fare === undefined) return;
  if (what === 'fare') fare.amount = fare.amount === 250 ? 180 : 250;
  if (what === 'no fare') fare.amount = 0;
  if (what === 'higher fare') fare.amount += 310;
  if (what === 'currency') window.currency = window.currency === 'EUR' ? 'GBP' : 'EUR';
  if (what === 'time') fare.at = new Date(Date.parse(fare.at) - 2_400_000).toISOString();
  if (what === 'card') fare.token = fare.token === window.token ? otherCardOf(files, window) : window.token;
  if (what === 'reference') window.srid = `${window.srid.slice(0, 13)}${window.srid.endsWith('Z') ? 'X' : 'Z'}`;
  if (what === 'opening') window.openedAt = new Date(Date.parse(window.openedAt) - 600_000).toISOString();
  if (what === 'discount') window.discount = window.discount === 0 ? 70 : 0;
  if (window.stage === 'Closed' && window.settled > 0) window.settled = Math.max(0, dueOf(window) - window.debtSettled);
  await files.deliverTravel(window, isLate);
  await files.deliverWindow(window, false);
  await files.deliverMoves(window, isLate);
}

/** Another card than that of the window, and no former token of the same card: a back office does not give one payment to two of those. */
function otherCardOf({ tokens }: BackOfficeFiles, { token }: DeliveredWindow): string {
  const [first = token, second = token] = tokens;
  return token === second ? first : second;
}
