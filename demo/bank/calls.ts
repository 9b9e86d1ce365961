import { createHash, randomUUID } from 'node:crypto';
import type { DeclineCode } from '@tapfolio/domain/decline-codes.ts';
import type { KeptAnswer, Ledger } from './ledger.ts';
import type { Movement, Order } from './wire.ts';

/** The calls of the contract that change the ledger. Each commits before anything is answered. */

export interface MoneyCall {
  operation: 'authorise' | 'capture' | 'release' | 'refund';
  /** Of the charge that is captured or let go. */
  chargeId: string | undefined;
  path: string;
  key: string;
  order: Order;
}

export interface Outcome {
  status: number;
  body: string;
  /** What changed now; undefined when the key was known. */
  changed: Movement | undefined;
}

const answerOf = (status: number, body: unknown): { status: number; body: string } => ({
  status,
  body: JSON.stringify(body),
});

/** Does what is asked, or says again what was answered to the same key. @param declineCode set when the card is refused. */
export function perform(ledger: Ledger, call: MoneyCall, declineCode: DeclineCode | undefined): Outcome {
  const bodyHash = createHash('sha256').update(JSON.stringify(call.order)).digest('hex');
  // A key belongs to its path: a capture may have the key of its charge.
  const key = `${call.path} ${call.key}`;
  return ledger.inTransaction(() => {
    const known = ledger.findAnswer(key);
    if (known !== undefined) return again(known, bodyHash);
    const moved = move(ledger, call, declineCode);
    if (moved === undefined) return { ...answerOf(404, { message: 'no such charge' }), changed: undefined };
    ledger.write(moved);
    const answer = answerOf(moved.state === 'declined' ? 402 : 200, moved);
    ledger.keepAnswer(key, { ...answer, bodyHash });
    return { ...answer, changed: moved };
  });
}

function again({ status, body, ...known }: KeptAnswer, bodyHash: string): Outcome {
  if (known.bodyHash === bodyHash) return { status, body, changed: undefined };
  return { ...answerOf(422, { message: 'this key came with another body before' }), changed: undefined };
}

function move(ledger: Ledger, call: MoneyCall, declineCode: DeclineCode | undefined): Movement | undefined {
  if (call.operation === 'capture' || call.operation === 'release') return end(ledger, call, declineCode);
  const reason = declineCode ?? (call.operation === 'refund' ? refundFault(ledger, call) : chargeFault(ledger, call));
  const [kind, state] =
    call.operation === 'refund' ? (['refund', 'refunded'] as const) : (['charge', 'authorised'] as const);
  return reason === undefined ? begin(kind, state, call) : { ...begin(kind, 'declined', call), declineCode: reason };
}

/** The card's account does not take a refund: the bank has the money again. Undefined when it gave nothing back. */
export function sendBack(ledger: Ledger, reference: string, declineCode: DeclineCode): Movement | undefined {
  return ledger.inTransaction(() => {
    const refunded = ledger.ofReference(reference).find(({ state }) => state === 'refunded');
    if (refunded === undefined) return undefined;
    const returned = { ...refunded, state: 'returned' as const, declineCode, at: now() };
    ledger.write(returned);
    return returned;
  });
}

/** A charge is taken or let go once: whoever comes second is told what the first has done. */
function end(ledger: Ledger, call: MoneyCall, declineCode: DeclineCode | undefined): Movement | undefined {
  const charge = ledger.find(call.chargeId ?? '');
  if (charge?.reference !== call.order.reference) return undefined;
  if (charge.state !== 'authorised') return charge;
  if (call.operation === 'release') return { ...charge, state: 'released', at: now() };
  const done = declineCode === undefined ? { state: 'captured' as const } : { state: 'declined' as const, declineCode };
  return { ...charge, ...done, at: now() };
}

/** The bank knows the card by the charge that the back office made first. */
function chargeFault(ledger: Ledger, { order }: MoneyCall): DeclineCode | undefined {
  const isKnown = ledger.ofCard(order).some(({ reference, kind }) => reference === null && kind === 'charge');
  return isKnown ? undefined : 'card_not_found';
}

function refundFault(ledger: Ledger, { order }: MoneyCall): DeclineCode | undefined {
  const moved = ledger.ofCard(order);
  const sum = (state: Movement['state']) =>
    moved.filter((item) => item.state === state).reduce((total, { amountMinor }) => total + amountMinor, 0);
  if (sum('captured') === 0) return 'card_not_found';
  return sum('refunded') + order.amountMinor > sum('captured') ? 'amount_too_large' : undefined;
}

function begin(kind: Movement['kind'], state: Movement['state'], { order }: MoneyCall): Movement {
  return { id: `${kind}_${randomUUID()}`, kind, state, ...order, at: now() };
}

function now(): string {
  return new Date().toISOString();
}
