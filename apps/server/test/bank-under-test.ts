import { randomUUID } from 'node:crypto';
import type { DeclineCode } from '@tapfolio/domain/decline-codes.ts';
import type { Bank, Charge } from '../src/gateways/bank.ts';

/** What can go wrong with one call, at every bank. */
export const uncertainFaults = [
  'error_before',
  'error_after',
  'reset_before',
  'reset_after',
  'timeout_after',
  'too_many',
  'garbage',
] as const;
export type UncertainFault = (typeof uncertainFaults)[number];

/** An adapter together with a bank that speaks its protocol over a real socket. */
export interface BankUnderTest {
  bank: Bank;
  /** After these faults of a charge the adapter finds out by itself what happened. */
  findsOutAfter: readonly UncertainFault[];
  /** Lets the bank know the card: it refused a charge under this statement reference, or took one. */
  know(charge: Charge, original: 'declined' | 'captured'): Promise<void>;
  /** Makes the next call about this statement reference fail. */
  failNext(statementReference: string, fault: UncertainFault): Promise<void>;
  refuse(statementReference: string, declineCode: DeclineCode): Promise<void>;
  /** Has a refund of ours come back to the bank, since the card's account is closed. */
  sendBack(reference: string): Promise<void>;
  /** The states of what the portal had it do, from the bank's own ledger. */
  statesOf(statementReference: string): Promise<string[]>;
  /** The call by which the bank tells about a charge or a refund of ours. */
  signedEvent(reference: string, at?: Date): Promise<{ rawBody: string; headers: Record<string, string> }>;
  /** One that it signs as well and that is about nothing of ours. */
  otherEvent(): Promise<{ rawBody: string; headers: Record<string, string> }>;
}

let charges = 0;

/** A charge of a statement reference of its own. */
export function newCharge(overrides: Partial<Charge> = {}): Charge {
  charges += 1;
  return {
    attemptKey: randomUUID(),
    reference: randomUUID(),
    operatorCode: '1',
    statementReference: `TEST${String(charges).padStart(10, '0')}`,
    amountMinor: 375,
    currency: 'CAD',
    ...overrides,
  };
}
