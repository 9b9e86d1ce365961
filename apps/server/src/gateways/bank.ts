import type { IncomingHttpHeaders } from 'node:http';
import type { DeclineCode } from '@tapfolio/domain/decline-codes.ts';

/**
 * The port to the bank that collects fares: an acquirer or a payment service provider. `http-bank.ts` speaks our own contract
 * (docs/bank-contract.md), `stripe-bank.ts` that of Stripe. We hold no card and no token of one: the bank finds the card by
 * the operator and the statement reference of the payment window that it refused itself.
 */

/** An amount in the smallest unit of its currency (ISO 4217). */
interface Amount {
  amountMinor: number;
  currency: string;
}

/** One try to collect an unpaid fare. */
export interface Charge extends Amount {
  /** The bank acts once for one key, although it is asked several times. A try keeps its key for ever. */
  attemptKey: string;
  /** Our own name for the try: the id of the collection. */
  reference: string;
  operatorCode: string;
  /** Of the unpaid payment window (SRID). */
  statementReference: string;
}

/** A charge that the bank has authorised, with the bank's reference. */
export interface AuthorisedCharge extends Charge {
  bankReference: string;
}

/** Money that goes back to the card which paid under this statement reference. */
export interface RefundOrder extends Amount {
  attemptKey: string;
  /** Our own name for it: the id of the refund. */
  reference: string;
  operatorCode: string;
  statementReference: string;
}

/** What the bank did. authorised: the amount is held and not yet taken. released: it is held no more, and nothing was taken. */
export type BankAnswer = BankAgreement | BankRefusal | BankReturn;

export interface BankAgreement extends Amount {
  state: 'authorised' | 'captured' | 'released' | 'refunded';
  bankReference: string;
}

/** Final: asking again with the same key gets the same answer. */
export interface BankRefusal extends Amount {
  state: 'declined';
  declineCode: DeclineCode;
  /** Absent when the bank wrote nothing down. */
  bankReference: string | undefined;
}

/** A refund that the card's account did not take: the bank has the money again. Final. */
export interface BankReturn extends Amount {
  state: 'returned';
  declineCode: DeclineCode;
  bankReference: string;
}

/** One movement of money in the bank's own ledger. return: of a refund that the card's account did not take. */
export interface ReportLine extends Amount {
  kind: 'charge' | 'refund' | 'return';
  /** Ours. */
  reference: string;
  bankReference: string;
  /** Of the payment window (SRID); undefined if the bank does not say it. */
  statementReference?: string | undefined;
  /** When the money moved. */
  at: Date;
}

/** An event that the bank sends by itself. Events may come twice, late and in any order. */
export interface BankEvent {
  /** The same for each repetition. */
  id: string;
  /** Ours. */
  reference: string;
  answer: BankAnswer;
}

/**
 * It is not known whether the bank did what it was asked: it did not answer, or its answer could not be understood. The same call
 * may be made again with the same key; it must never count as a refusal.
 */
export class BankUncertain extends Error {
  /** How long the bank asks us to wait; undefined when it says nothing. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, options: { cause?: unknown; retryAfterSeconds?: number | undefined } = {}) {
    super(message, { cause: options.cause });
    this.name = 'BankUncertain';
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A call claims to come from the bank, but is not signed by it or is too old. */
export class NoBankEvent extends Error {}

/** Every method but `readWebhook` throws `BankUncertain` when the outcome is not known. */
export interface Bank {
  /** Holds the amount on the card. */
  authorise(charge: Charge): Promise<BankAnswer>;
  /** Takes a reserved amount. One that was taken before is `captured` again; a released one is `released`. */
  capture(charge: AuthorisedCharge): Promise<BankAnswer>;
  /** Lets go of an amount that is held, and of one that lapsed. One that was taken before is `captured`, and stays taken. */
  release(charge: AuthorisedCharge): Promise<BankAnswer>;
  refund(order: RefundOrder): Promise<BankAnswer>;
  /**
   * What became of a charge or refund, by our reference. 'unknown': the bank has not heard of it, or not yet. If it moved money
   * more than once under one reference, which it must not, the answer is about the first movement.
   */
  find(reference: string): Promise<BankAnswer | 'unknown'>;
  /** The money that moved on one day of UTC, `YYYY-MM-DD`. */
  report(day: string): Promise<readonly ReportLine[]>;
  /**
   * Checks and reads a call of the bank; undefined if the bank signed it, but it is about nothing that we requested.
   * @throws `NoBankEvent` if the bank did not sign these very bytes within the last minutes.
   */
  readWebhook(rawBody: string, headers: IncomingHttpHeaders): BankEvent | undefined;
}
