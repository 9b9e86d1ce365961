import Stripe from 'stripe';
import { systemClock } from '../lib/clock.ts';
import {
  type AuthorisedCharge,
  type Bank,
  type BankAnswer,
  type BankEvent,
  BankUncertain,
  type Charge,
  NoBankEvent,
  type RefundOrder,
  type ReportLine,
} from './bank.ts';
import { decisiveMovement } from './bank-movement.ts';
import { readRetryAfter } from './retry-after.ts';
import { toStripe } from './stripe-amount.ts';
import { stripeHttpClient } from './stripe-http-client.ts';
import { findOriginals, findRefund, listIntents, quoted, throughout } from './stripe-lists.ts';
import {
  idOf,
  intentAnswer,
  metadataOf,
  referenceOf,
  refundAnswer,
  refusal,
  toDeclineCode,
  toReportLine,
} from './stripe-objects.ts';

export interface StripeBankOptions {
  /** Stripe's own address when undefined. */
  url: string | undefined;
  key: string;
  webhookSecret: string;
  connectMs: number;
  answerMs: number;
}

/**
 * Stripe cannot search refunds, so the refunds of this number of days are read. We ask a day after a refund, or later when the worker was
 * stopped: a refund that is not found counts as not done, and may then be requested again.
 */
const refundDays = 60;
const daySeconds = 86_400;

/**
 * Stripe as our bank. The back office charged the card there before: its payment intent of the payment window carries
 * `operator_code` and `statement_reference` as metadata, a customer and a card. Each method asks once and repeats nothing.
 */
export function createStripeBank(options: StripeBankOptions): Bank {
  const stripe = openStripe(options);
  return {
    authorise: async (charge) => await decided(charge, () => authorise(stripe, charge)),
    capture: async (charge) => await decided(charge, () => capture(stripe, charge)),
    release: async (charge) => await decided(charge, () => release(stripe, charge)),
    refund: async (order) => await decided(order, () => refund(stripe, order)),
    find: async (reference) => await certain(() => find(stripe, reference)),
    report: async (day) => await certain(() => report(stripe, day)),
    readWebhook: (rawBody, headers) => {
      const signature = headers['stripe-signature'] ?? '';
      return toEvent(verified(() => stripe.webhooks.constructEvent(rawBody, signature, options.webhookSecret)));
    },
  };
}

function openStripe({ url, key, ...limits }: StripeBankOptions): Stripe {
  const place = url === undefined ? {} : placeOf(new URL(url));
  const httpClient = stripeHttpClient(limits);
  return new Stripe(key, { ...place, httpClient, maxNetworkRetries: 0, telemetry: false });
}

function placeOf({ protocol, hostname, port }: URL): Pick<Stripe.StripeConfig, 'protocol' | 'host' | 'port'> {
  const isPlain = protocol === 'http:';
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? 80 : 443) };
}

async function authorise(stripe: Stripe, charge: Charge): Promise<BankAnswer> {
  const amount = toStripe(charge);
  if (amount === undefined) return refusal(charge, 'refused');
  const [original] = await findOriginals(stripe, charge);
  const customer = idOf(original?.customer);
  // Stripe removes the card from an intent that it refused, and names it in the refusal.
  const card = idOf(original?.payment_method) ?? original?.last_payment_error?.payment_method?.id;
  if (customer === undefined || card === undefined) return refusal(charge, 'card_not_found');
  const wish: Stripe.PaymentIntentCreateParams = {
    amount,
    currency: charge.currency.toLowerCase(),
    customer,
    payment_method: card,
    allowed_payment_method_types: ['card'],
    capture_method: 'manual',
    confirm: true,
    off_session: true,
    metadata: metadataOf(charge),
  };
  try {
    const made = await stripe.paymentIntents.create(wish, { idempotencyKey: charge.attemptKey });
    return definite(charge, made, intentAnswer(made));
  } catch (error) {
    // Stripe repeats its own failure for this key for a day. The customer's list says whether it made the intent nevertheless.
    if (!(error instanceof Stripe.errors.StripeError) || (error.statusCode ?? 0) < 500) throw error;
    const made = (await listIntents(stripe, original, charge)).find(
      (intent) => referenceOf(intent) === charge.reference,
    );
    if (made === undefined) throw error;
    return definite(charge, made, intentAnswer(made));
  }
}

async function capture(stripe: Stripe, charge: AuthorisedCharge): Promise<BankAnswer> {
  return await endOnce(charge, () => stripe.paymentIntents.capture(charge.bankReference));
}

async function release(stripe: Stripe, charge: AuthorisedCharge): Promise<BankAnswer> {
  const reason = { cancellation_reason: 'abandoned' } as const;
  return await endOnce(charge, () => stripe.paymentIntents.cancel(charge.bankReference, reason));
}

/**
 * An intent can be captured or cancelled only once, so this needs no key: with one, Stripe would repeat a failure for a day. A second
 * call gets the result of the first.
 */
async function endOnce(charge: Charge, end: () => Promise<Stripe.PaymentIntent>): Promise<BankAnswer> {
  try {
    const ended = await end();
    return definite(charge, ended, intentAnswer(ended));
  } catch (error) {
    const isDone = error instanceof Stripe.errors.StripeError && error.code === 'payment_intent_unexpected_state';
    if (!isDone || error.payment_intent === undefined) throw error;
    return definite(charge, error.payment_intent, intentAnswer(error.payment_intent));
  }
}

async function refund(stripe: Stripe, order: RefundOrder): Promise<BankAnswer> {
  const amount = toStripe(order);
  if (amount === undefined) return refusal(order, 'refused');
  const originals = await findOriginals(stripe, order);
  const intents = await listIntents(stripe, originals[0], order);
  const paid = intents.filter(({ status }) => status === 'succeeded');
  if (paid.length === 0) return refusal(order, 'card_not_found');
  // This is read after the intents, so that it finds a refund of this order that another worker made in between.
  const earlier = await findRefund(
    paid.map((intent) => stripe.refunds.list({ payment_intent: intent.id })),
    order.reference,
  );
  if (earlier !== undefined) return definite(order, earlier, refundAnswer(earlier));
  const enough = paid.find((intent) => leftOf(intent) >= amount);
  if (enough === undefined) return refusal(order, 'amount_too_large');
  const wish = { payment_intent: enough.id, amount, metadata: metadataOf(order) };
  const made = await stripe.refunds.create(wish, { idempotencyKey: order.attemptKey });
  return definite(order, made, refundAnswer(made));
}

async function find(stripe: Stripe, reference: string): Promise<BankAnswer | 'unknown'> {
  const query = `metadata['tapfolio_reference']:${quoted(reference)}`;
  const { data } = await stripe.paymentIntents.search({ query, limit: 100 });
  const ours = data.filter((intent) => referenceOf(intent) === reference);
  const decisive = decisiveMovement(ours.map((intent) => decision(intentAnswer(intent))));
  if (decisive !== undefined) return decisive;
  const since = Math.floor(systemClock.now().getTime() / 1000) - refundDays * daySeconds;
  const made = await findRefund([stripe.refunds.list({ created: { gte: since }, limit: 100 })], reference);
  return made === undefined ? 'unknown' : decision(refundAnswer(made));
}

async function report(stripe: Stripe, day: string): Promise<ReportLine[]> {
  const from = Date.parse(`${day}T00:00:00Z`) / 1000;
  const lines: ReportLine[] = [];
  const created = { gte: from, lt: from + daySeconds };
  const all = stripe.balanceTransactions.list({ created, limit: 100, expand: ['data.source'] });
  for await (const moved of throughout(all)) {
    const line = toReportLine(moved);
    if (line !== undefined) lines.push(line);
  }
  // Stripe lists the newest first.
  return lines.reverse();
}

/** How much of a charge has not been refunded. */
function leftOf({ latest_charge: charge }: Stripe.PaymentIntent): number {
  const left = charge === null || typeof charge === 'string' ? 0 : charge.amount_captured - charge.amount_refunded;
  if (!Number.isSafeInteger(left)) throw new BankUncertain('Stripe does not say how much of a charge is left');
  return left;
}

function decision(answer: BankAnswer | undefined): BankAnswer {
  if (answer === undefined) throw new BankUncertain('Stripe has not decided yet');
  return answer;
}

/**
 * The answer about this object, if it belongs to the order. Money that Stripe took is believed even with another amount: an alarm says
 * so. An amount that Stripe only holds must be the right one, or it is not taken.
 */
function definite(
  order: Charge | RefundOrder,
  made: Stripe.PaymentIntent | Stripe.Refund,
  answer: BankAnswer | undefined,
): BankAnswer {
  const decided = decision(answer);
  const isOther = decided.amountMinor !== order.amountMinor || decided.currency !== order.currency;
  if (referenceOf(made) !== order.reference || (decided.state === 'authorised' && isOther))
    throw new BankUncertain('Stripe answers about another charge');
  return decided;
}

/**
 * Errors of orders that Stripe will never do, and of which it has done nothing: an amount outside its limits, a charge that is charged
 * back or can no longer be refunded (https://docs.stripe.com/error-codes).
 */
const refusedOrders: readonly (string | undefined)[] = [
  'amount_too_small',
  'amount_too_large',
  'charge_disputed',
  'refund_disputed_payment',
  'charge_not_refundable',
];

/** Only an error of the card, and an order that can never be done, is a refusal. */
async function decided(order: Charge | RefundOrder, ask: () => Promise<BankAnswer>): Promise<BankAnswer> {
  return await certain(async () => {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && refusedOrders.includes(error.code))
        return refusal(order, 'refused');
      // The library calls everything a card error that has this status.
      if (!(error instanceof Stripe.errors.StripeCardError) || error.rawType !== 'card_error') throw error;
      const declineCode = toDeclineCode(error.decline_code, error.code);
      return { ...refusal(order, declineCode), bankReference: error.payment_intent?.id };
    }
  });
}

/** Any other failure leaves it open what Stripe did. */
async function certain<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof BankUncertain ? error : uncertain(error);
  }
}

/** An error without the whole answer of Stripe, which the library's errors hold and which must not reach a log. */
function uncertain(error: unknown): BankUncertain {
  if (!(error instanceof Stripe.errors.StripeError))
    return new BankUncertain('Stripe did not answer', { cause: error });
  const { type, code, statusCode, requestId, headers } = error;
  const said = [type, statusCode, code, requestId].filter((part) => part !== undefined).join(', ');
  return new BankUncertain(`Stripe gave no answer (${said})`, {
    retryAfterSeconds: readRetryAfter(headers?.['retry-after']),
  });
}

function verified(verify: () => Stripe.Event): Stripe.Event {
  try {
    return verify();
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeSignatureVerificationError)
      throw new NoBankEvent('not signed by Stripe', { cause: cause.message });
    throw cause;
  }
}

function toEvent({ id, data: { object } }: Stripe.Event): BankEvent | undefined {
  if (!('object' in object)) return undefined;
  if (object.object !== 'payment_intent' && object.object !== 'refund') return undefined;
  const reference = referenceOf(object);
  const answer = object.object === 'refund' ? refundAnswer(object) : intentAnswer(object);
  return reference === undefined || answer === undefined ? undefined : { id, reference, answer };
}
