import type { PaymentMethod, PaymentReason, PaymentStatus } from '@tapfolio/domain/states.ts';
import type { RefusedCard } from './refused-card.ts';
import type { Sourced } from './sourced.ts';

/** `currency` is the operator's own until a tap of the same payment says otherwise. */
export interface PaymentRecord extends Sourced {
  paymentId: string;
  mediumId: string;
  operatorCode: string;
  openedAt: string;
  closedAt: string | null;
  srid: string | null;
  reason: PaymentReason;
  method: PaymentMethod;
  status: PaymentStatus;
  dueMinor: number;
  paidMinor: number;
  debtPaidMinor: number;
  currency: string;
  serviceDay: string;
}

interface AcquirerRecord extends Sourced {
  mediumId: string;
  operatorCode: string;
  srid: string | null;
  amountMinor: number;
  approved: boolean;
  requestedAt: string | null;
  scheme: string | null;
  /** The payment account that the card draws on, where the delivery says. */
  accountId?: string | null;
}

export interface SettlementRecord extends AcquirerRecord {
  settlementId: string;
  kind: 'charge' | 'debt_recovery' | 'refund';
  direction: 'debit' | 'credit';
  retrievalReference: string | null;
  /** What the bank said of the card when it refused. */
  refusal?: RefusedCard | null;
}

export interface AuthorisationRecord extends AcquirerRecord {
  authorisationId: string;
  kind: 'card_check' | 'reservation' | 'account_reference';
  responseCode: string | null;
}

/**
 * A payment that is told in parts. Its sums are those of its trips and of its movements of money, which are written by
 * themselves.
 */
export interface PaymentPartsRecord extends Sourced {
  paymentId: string;
  mediumId: string;
  operatorCode: string;
  openedAt: string;
  closedAt: string | null;
  srid: string;
  /** The reference it went by before the back office named one. */
  formerSrid: string | null;
  isProduct: boolean;
  /** How far it is for as long as it is not paid. */
  unpaidStatus: PaymentStatus;
  /** What is due beside the trips that are written: fares that wait for a tap, and credits below zero. */
  unwrittenMinor: number;
  /** What is due where no trip is known of. */
  askedMinor: number;
  currency: string;
  serviceDay: string;
}

/** A charge that the bank took back from the operator. */
export interface ChargebackRecord extends Sourced {
  chargebackId: string;
  mediumId: string;
  operatorCode: string;
  srid: string;
  amountMinor: number;
  currency: string;
  chargedBackAt: string;
  reasonCode: string | null;
  retrievalReference: string;
}

/** A movement of money that is told by another row now. */
export interface WithdrawnSettlement extends Sourced {
  settlementId: string;
  mediumId: string;
}
