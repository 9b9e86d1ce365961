import { type Form, nested } from './form.ts';

/** The objects of the invented account, with the fields that Stripe has and the adapter reads. */

export interface Intent {
  id: string;
  object: 'payment_intent';
  created: number;
  amount: number;
  amount_capturable: number;
  amount_received: number;
  currency: string;
  status: 'requires_payment_method' | 'requires_capture' | 'succeeded' | 'canceled' | 'processing';
  customer: string;
  payment_method: string | null;
  last_payment_error: object | null;
  latest_charge: StripeCharge | null;
  metadata: Form;
}

export interface StripeCharge {
  id: string;
  object: 'charge';
  amount_captured: number;
  amount_refunded: number;
  currency: string;
  payment_intent: string;
  metadata: Form;
}

export interface StripeRefund {
  id: string;
  object: 'refund';
  created: number;
  amount: number;
  currency: string;
  payment_intent: string;
  status: 'succeeded' | 'failed';
  failure_reason?: string;
  failure_balance_transaction?: string;
  metadata: Form;
}

interface BalanceTransaction {
  id: string;
  object: 'balance_transaction';
  created: number;
  type: 'charge' | 'refund' | 'refund_failure';
  source: StripeCharge | StripeRefund;
}

export interface Failure {
  status: number;
  error: { type: string; code?: string; decline_code?: string; message: string; payment_intent?: Intent };
}

/** Thrown for a request that Stripe refuses. */
export class Refused extends Error {
  readonly failure: Failure;

  constructor(status: number, error: Failure['error']) {
    super(error.message);
    this.failure = { status, error };
  }
}

const seconds = (): number => Math.floor(Date.now() / 1000);
let ids = 0;
function newId(prefix: string): string {
  ids += 1;
  return `${prefix}_${String(ids).padStart(12, '0')}`;
}

/** The invented account and the rules by which Stripe changes it. */
export class Account {
  readonly intents: Intent[] = [];
  readonly refunds: StripeRefund[] = [];
  readonly balance: BalanceTransaction[] = [];
  /** By statement reference: the answer of the card's issuer. */
  readonly declines = new Map<string, { code: string; decline_code?: string }>();

  /** What the back office did a day ago. */
  addOriginal(fields: Pick<Intent, 'amount' | 'currency' | 'metadata'>, isPaid: boolean): Intent {
    const failure = { code: 'card_declined', decline_code: 'insufficient_funds', payment_method: { id: newId('pm') } };
    const intent: Intent = {
      ...this.#intent(fields, newId('cus')),
      created: seconds() - 86_400,
      payment_method: isPaid ? newId('pm') : null,
      last_payment_error: isPaid ? null : failure,
    };
    this.intents.push(intent);
    if (isPaid) this.#take(intent, seconds() - 86_400);
    return intent;
  }

  create(form: Form): Intent {
    const { amount = '', currency = '', customer = '', payment_method: card = '' } = form;
    const isAsAgreed = form.capture_method === 'manual' && form.confirm === 'true' && form.off_session === 'true';
    if (!isAsAgreed || customer === '' || card === '') throw new Refused(400, invalid('a parameter is missing'));
    const metadata = nested(form, 'metadata');
    const intent: Intent = {
      ...this.#intent({ amount: Number(amount), currency, metadata }, customer),
      status: 'requires_capture',
      payment_method: card,
      amount_capturable: Number(amount),
    };
    this.intents.push(intent);
    const decline = this.declines.get(metadata.statement_reference ?? '');
    if (decline === undefined) return intent;
    const failure = { ...decline, payment_method: { id: card } };
    const refused = { status: 'requires_payment_method' as const, payment_method: null, last_payment_error: failure };
    Object.assign(intent, refused, { amount_capturable: 0 });
    throw new Refused(402, {
      type: 'card_error',
      ...decline,
      message: 'Your card was declined.',
      payment_intent: intent,
    });
  }

  capture(id: string): Intent {
    const intent = this.#held(id);
    this.#take(intent, seconds());
    return intent;
  }

  cancel(id: string): Intent {
    return Object.assign(this.#held(id), { status: 'canceled', amount_capturable: 0 });
  }

  #held(id: string): Intent {
    const intent = this.intents.find((candidate) => candidate.id === id);
    if (intent === undefined)
      throw new Refused(404, { ...invalid('no such payment_intent'), code: 'resource_missing' });
    if (intent.status === 'requires_capture') return intent;
    const code = 'payment_intent_unexpected_state';
    throw new Refused(400, { ...invalid('it has another status'), code, payment_intent: intent });
  }

  refund(form: Form): StripeRefund {
    const intent = this.intents.find(({ id }) => id === form.payment_intent);
    const charge = intent?.latest_charge;
    const amount = Number(form.amount);
    if (intent === undefined || !charge) throw new Refused(400, invalid('there is no charge'));
    if (charge.amount_refunded + amount > charge.amount_captured) throw new Refused(400, invalid('more than is left'));
    charge.amount_refunded += amount;
    const refund: StripeRefund = {
      id: newId('re'),
      object: 'refund',
      created: seconds(),
      amount,
      currency: intent.currency,
      payment_intent: intent.id,
      status: 'succeeded',
      metadata: nested(form, 'metadata'),
    };
    this.refunds.push(refund);
    this.#book(refund, refund.created);
    return refund;
  }

  /** The card's account does not accept a refund: Stripe books it back, and the refund stays `failed`. */
  failRefund(reference: string, failure_reason: string): void {
    const refund = this.refunds.find(({ metadata }) => metadata.tapfolio_reference === reference);
    const charge = this.intents.find(({ id }) => id === refund?.payment_intent)?.latest_charge;
    if (refund === undefined || !charge) throw new Error('there is no such refund');
    charge.amount_refunded -= refund.amount;
    const failure_balance_transaction = this.#book(refund, seconds(), 'refund_failure');
    Object.assign(refund, { status: 'failed', failure_reason, failure_balance_transaction });
  }

  #take(intent: Intent, at: number): void {
    const { id, amount, currency, metadata } = intent;
    const charge: StripeCharge = {
      id: newId('ch'),
      object: 'charge',
      amount_captured: amount,
      amount_refunded: 0,
      currency,
      payment_intent: id,
      metadata,
    };
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: amount,
      amount_capturable: 0,
      latest_charge: charge,
    });
    this.#book(charge, at);
  }

  #book(
    source: StripeCharge | StripeRefund,
    created: number,
    type: BalanceTransaction['type'] = source.object,
  ): string {
    const id = newId('txn');
    this.balance.push({ id, object: 'balance_transaction', created, type, source });
    return id;
  }

  #intent({ amount, currency, metadata }: Pick<Intent, 'amount' | 'currency' | 'metadata'>, customer: string): Intent {
    return {
      id: newId('pi'),
      object: 'payment_intent',
      created: seconds(),
      amount,
      amount_capturable: 0,
      amount_received: 0,
      currency,
      status: 'requires_payment_method',
      customer,
      payment_method: null,
      last_payment_error: null,
      latest_charge: null,
      metadata,
    };
  }
}

const invalid = (message: string): Failure['error'] => ({ type: 'invalid_request_error', message });
