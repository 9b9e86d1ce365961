import type { DeclineCode } from '@tapfolio/domain/decline-codes.ts';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { BankAnswer, BankRefusal, Charge, RefundOrder, ReportLine } from './bank.ts';
import { amount, name } from './bank-movement.ts';
import { fromStripe } from './stripe-amount.ts';

/** Translates Stripe's objects. Ours have these three metadata; those of the back office have the first two. */

export const metadataOf = (order: Charge | RefundOrder): Record<keyof typeof keys, string> => ({
  operator_code: order.operatorCode,
  statement_reference: order.statementReference,
  tapfolio_reference: order.reference,
});
const keys = { operator_code: '', statement_reference: '', tapfolio_reference: '' };

type WithMetadata = { metadata?: Stripe.Metadata | null };

/** Our reference; undefined for an object that the back office made. */
export const referenceOf = ({ metadata }: WithMetadata): string | undefined =>
  metadata?.tapfolio_reference || undefined;

/** True when it is about the payment window that the order names. */
export function isAbout(order: Charge | RefundOrder, { metadata }: WithMetadata): boolean {
  return metadata?.operator_code === order.operatorCode && metadata?.statement_reference === order.statementReference;
}

/**
 * Stripe's reasons in our words (https://docs.stripe.com/declines/codes). A suspicion of fraud is only `refused`: Stripe asks us to
 * tell the cardholder no more.
 */
const declineCodes: Readonly<Record<string, DeclineCode>> = {
  insufficient_funds: 'insufficient_funds',
  card_velocity_exceeded: 'limit_exceeded',
  withdrawal_count_limit_exceeded: 'limit_exceeded',
  expired_card: 'card_expired',
  invalid_account: 'card_blocked',
  restricted_card: 'card_blocked',
  new_account_information_available: 'card_blocked',
  authentication_required: 'authentication_required',
};

/** @param reasons from the most to the least exact. */
export function toDeclineCode(...reasons: (string | null | undefined)[]): DeclineCode {
  return reasons.flatMap((reason) => declineCodes[reason ?? ''] ?? [])[0] ?? 'refused';
}

/** Why a card's account did not take a refund. Other reasons say nothing about the card. */
const returnCodes: Readonly<Record<string, DeclineCode>> = {
  lost_or_stolen_card: 'card_blocked',
  expired_or_canceled_card: 'card_expired',
};

const soundAnswer = z.looseObject({ bankReference: name, ...amount });
const soundLine = soundAnswer.extend({ reference: name, at: z.date() });

/** The result of a payment intent; undefined while Stripe has not decided. @throws if the object has no valid amount or name. */
export function intentAnswer(intent: Stripe.PaymentIntent): BankAnswer | undefined {
  const answer = readIntent(intent);
  if (answer !== undefined) soundAnswer.parse(answer);
  return answer;
}

function readIntent(intent: Stripe.PaymentIntent): BankAnswer | undefined {
  const { id: bankReference, currency, status, last_payment_error: failure } = intent;
  const refused = { bankReference, ...fromStripe(intent.amount, currency), state: 'declined' as const };
  switch (status) {
    case 'succeeded':
      return { ...refused, ...fromStripe(intent.amount_received, currency), state: 'captured' };
    case 'requires_capture':
      return { ...refused, ...fromStripe(intent.amount_capturable, currency), state: 'authorised' };
    case 'requires_payment_method':
      return failure ? { ...refused, declineCode: toDeclineCode(failure.decline_code, failure.code) } : undefined;
    case 'canceled':
      return { ...refused, state: 'released' };
    default:
      return undefined;
  }
}

/** The result of a refund; undefined while Stripe waits for an action. @throws if the object has no valid amount or name. */
export function refundAnswer(refund: Stripe.Refund): BankAnswer | undefined {
  const { id: bankReference, status, failure_reason: reason } = refund;
  const answer = { bankReference, ...fromStripe(refund.amount, refund.currency) };
  soundAnswer.parse(answer);
  // A pending refund is on its way to the card; if it does not arrive, Stripe calls it failed.
  if (status === 'succeeded' || status === 'pending') return { ...answer, state: 'refunded' };
  if (status === 'failed') return { ...answer, state: 'returned', declineCode: returnCodes[reason ?? ''] ?? 'refused' };
  if (status === 'canceled') return { ...answer, state: 'declined', declineCode: 'refused' };
  return undefined;
}

/** A refusal in the form of the port, with the amount of the order. */
export function refusal({ amountMinor, currency }: Charge | RefundOrder, declineCode: DeclineCode): BankRefusal {
  return { state: 'declined', declineCode, bankReference: undefined, amountMinor, currency };
}

/** A movement that we requested; undefined for everything else on the account. @throws if its amount, name or time is invalid. */
export function toReportLine(moved: Stripe.BalanceTransaction): ReportLine | undefined {
  const line = readLine(moved);
  if (line !== undefined) soundLine.parse(line);
  return line;
}

function readLine({ source, created, type }: Stripe.BalanceTransaction): ReportLine | undefined {
  if (source === null || typeof source === 'string') return undefined;
  const isReturn = type === 'refund_failure';
  if (source.object !== 'charge' && source.object !== 'refund') return undefined;
  const reference = referenceOf(source);
  if (reference === undefined) return undefined;
  const moved = source.object === 'refund' ? source.amount : source.amount_captured;
  const statementReference = source.metadata?.statement_reference || undefined;
  const line = { reference, statementReference, ...fromStripe(moved, source.currency), at: new Date(created * 1000) };
  if (source.object === 'refund') {
    const kind = isReturn ? 'return' : 'refund';
    return { ...line, kind, bankReference: source.id };
  }
  if (isReturn) return undefined;
  const bankReference = idOf(source.payment_intent) ?? source.id;
  return { ...line, kind: 'charge', bankReference };
}

/** The id of an object, which Stripe gives as an id or as the object. */
export function idOf(named: string | { id: string } | null | undefined): string | undefined {
  return typeof named === 'string' ? named : named?.id;
}
