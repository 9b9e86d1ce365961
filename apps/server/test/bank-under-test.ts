import { randomUUID } from 'node:crypto';
import type { DeclineCode } from '@tapfolio/domain/decline-codes.ts';
import type { Bank, Charge } from '../src/gateways/bank.ts';

/** The faults that one call can have, at every bank. */
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
  /** After these faults of a charge, the adapter finds out the result by itself. */
  findsOutAfter: readonly UncertainFault[];
  /** Makes the card known to the bank: the bank refused or made a charge with this statement reference. */
  know(charge: Charge, original: 'declined' | 'captured'): Promise<void>;
  /** Makes the next call about this statement reference fail. */
  failNext(statementReference: string, fault: UncertainFault): Promise<void>;
  refuse(statementReference: string, declineCode: DeclineCode): Promise<void>;
  /** Makes one of the portal's refunds come back to the bank, because the card's account is closed. */
  sendBack(reference: string): Promise<void>;
  /** The states of the charges and refunds that the portal requested, from the bank's ledger. */
  statesOf(statementReference: string): Promise<string[]>;
  /** The call by which the bank reports a charge or a refund of the portal. */
  signedEvent(reference: string, at?: Date): Promise<{ rawBody: string; headers: Record<string, string> }>;
  /** A signed call about something that the portal did not request. */
  otherEvent(): Promise<{ rawBody: string; headers: Record<string, string> }>;
}

let charges = 0;

/** A charge with a new statement reference. */
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
