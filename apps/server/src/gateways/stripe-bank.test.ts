import { randomUUID } from 'node:crypto';
import type { DeclineCode } from '@tapfolio/domain/decline-codes.ts';
import Stripe from 'stripe';
import { afterAll, describe, expect, it } from 'vitest';
import { type BankUnderTest, newCharge } from '../../test/bank-under-test.ts';
import { type FakeStripe, startFakeStripe } from '../../test/fake-stripe/fake-stripe.ts';
import { judgeBank } from '../../test/judge-bank.ts';
import { type Bank, BankUncertain, type Charge } from './bank.ts';
import { createStripeBank } from './stripe-bank.ts';

const key = 'sk_test_invented';
const webhookSecret = 'whsec_invented';

async function startSubject(): Promise<{ bank: Bank; stripe: FakeStripe }> {
  const stripe = await startFakeStripe(key);
  afterAll(() => stripe.close());
  const bank = createStripeBank({ url: stripe.url, key, webhookSecret, connectMs: 2000, answerMs: 2000 });
  return { bank, stripe };
}

function know({ account }: FakeStripe, charge: Charge, original: 'declined' | 'captured'): void {
  const { operatorCode, statementReference, amountMinor, currency } = charge;
  const metadata = { operator_code: operatorCode, statement_reference: statementReference };
  account.addOriginal({ amount: amountMinor, currency: currency.toLowerCase(), metadata }, original === 'captured');
}

const cardErrors: Partial<Record<DeclineCode, { code: string; decline_code?: string }>> = {
  insufficient_funds: { code: 'card_declined', decline_code: 'insufficient_funds' },
  card_expired: { code: 'expired_card' },
};

function signed(type: string, object: unknown, at = new Date()) {
  const rawBody = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } });
  const timestamp = Math.floor(at.getTime() / 1000);
  const header = Stripe.webhooks.generateTestHeaderString({ payload: rawBody, secret: webhookSecret, timestamp });
  return { rawBody, headers: { 'stripe-signature': header } };
}

judgeBank('Stripe', async (): Promise<BankUnderTest> => {
  const { bank, stripe } = await startSubject();
  const { account, faults } = stripe;
  return {
    bank,
    // Stripe repeats its own failure for a key, so the adapter looks for the object itself.
    findsOutAfter: ['error_after'],
    know: async (charge, original) => know(stripe, charge, original),
    failNext: async (statementReference, fault) => void faults.set(statementReference, fault),
    refuse: async (statementReference, declineCode) =>
      void account.declines.set(statementReference, cardErrors[declineCode] ?? { code: 'card_declined' }),
    sendBack: async (reference) => account.failRefund(reference, 'expired_or_canceled_card'),
    statesOf: async (statementReference) => {
      const states = { requires_capture: 'authorised', succeeded: 'captured', canceled: 'released' };
      const isOurs = ({ metadata }: { metadata: Record<string, string> }) =>
        metadata.statement_reference === statementReference && metadata.tapfolio_reference !== undefined;
      const intents = account.intents.filter(isOurs).map(({ status }) => Reflect.get(states, status) ?? 'declined');
      const ofRefund = { succeeded: 'refunded', failed: 'returned' };
      return [...intents, ...account.refunds.filter(isOurs).map(({ status }) => ofRefund[status])];
    },
    signedEvent: async (reference, at) => {
      const isMeant = ({ metadata }: { metadata: Record<string, string> }) => metadata.tapfolio_reference === reference;
      const refund = account.refunds.find(isMeant);
      if (refund !== undefined) return signed('refund.failed', refund, at);
      return signed('payment_intent.succeeded', account.intents.find(isMeant), at);
    },
    otherEvent: async () => signed('payout.paid', { id: 'po_1', object: 'payout' }),
  };
});

describe('the bank at Stripe', async () => {
  const { bank, stripe } = await startSubject();

  function knownCharge(original: 'declined' | 'captured' = 'declined'): Charge {
    const charge = newCharge();
    know(stripe, charge, original);
    return charge;
  }

  function chargeOf(amountMinor: number, currency: string): Charge {
    const charge = { ...newCharge(), amountMinor, currency };
    know(stripe, charge, 'declined');
    return charge;
  }

  it.each([
    ['ISK', 400, 40_000],
    ['UGX', 400, 40_000],
    ['MGA', 40_000, 400],
    ['JPY', 400, 400],
    ['HUF', 40_000, 40_000],
    ['KWD', 1230, 1230],
  ])('counts %s in its own units: %i of ours are %i', async (currency, amountMinor, units) => {
    const charge = chargeOf(amountMinor, currency);
    const held = await bank.authorise(charge);
    const taken = await bank.capture({ ...charge, bankReference: held.bankReference ?? '' });
    const back = { ...charge, reference: randomUUID(), attemptKey: randomUUID() };
    const given = await bank.refund(back);

    expect(stripe.account.intents.find(({ id }) => id === held.bankReference)?.amount).toBe(units);
    expect(stripe.account.refunds.find(({ id }) => id === given.bankReference)?.amount).toBe(units);
    expect([held, taken, given]).toMatchObject(Array.from({ length: 3 }, () => ({ amountMinor, currency })));
    const lines = await bank.report(new Date().toISOString().slice(0, 10));
    expect(lines.filter(({ reference }) => [charge.reference, back.reference].includes(reference))).toMatchObject([
      { kind: 'charge', amountMinor, currency },
      { kind: 'refund', amountMinor, currency },
    ]);
  });

  it.each([
    ['MGA', 40_050],
    ['KWD', 1234],
  ])('refuses a part of a unit before Stripe is asked: %s %i', async (currency, amountMinor) => {
    const charge = chargeOf(amountMinor, currency);
    const before = stripe.calls.length;

    const answers = [await bank.authorise(charge), await bank.refund(charge)];

    const refused = { state: 'declined', declineCode: 'refused', amountMinor, currency };
    expect(answers).toMatchObject([refused, refused]);
    expect(stripe.calls.length).toBe(before);
  });

  it('has the library ask once, also when the connection breaks', async () => {
    const charge = knownCharge();
    stripe.faults.set(charge.statementReference, 'reset_after');
    const before = stripe.calls.length;

    await expect(bank.authorise(charge)).rejects.toThrow(BankUncertain);

    const asked = stripe.calls.slice(before).filter(({ call }) => call.startsWith('POST'));
    expect(asked).toEqual([{ call: 'POST /v1/payment_intents', key: charge.attemptKey }]);
  });

  it('refunds a new charge although the search does not find it yet', async () => {
    const charge = knownCharge();
    const held = await bank.authorise(charge);
    await bank.capture({ ...charge, bankReference: held.bankReference ?? '' });
    stripe.search.isLate = true;

    const answer = await bank.refund({ ...charge, reference: randomUUID(), attemptKey: randomUUID() });

    stripe.search.isLate = false;
    expect(answer).toMatchObject({ state: 'refunded' });
  });

  it('finds the same card for a second statement of the same payment window', async () => {
    const charge = knownCharge();
    know(stripe, charge, 'declined');

    const [first, second] = [await bank.authorise(charge), await bank.authorise(charge)];

    expect(second).toEqual(first);
  });

  it.each([
    ['stolen_card', 'refused'],
    ['fraudulent', 'refused'],
    ['card_velocity_exceeded', 'limit_exceeded'],
    ['restricted_card', 'card_blocked'],
    ['a_new_reason', 'refused'],
  ])('answers a card refused as %s with %s', async (reason, declineCode) => {
    const charge = knownCharge();
    stripe.account.declines.set(charge.statementReference, { code: 'card_declined', decline_code: reason });

    expect(await bank.authorise(charge)).toMatchObject({ state: 'declined', declineCode });
  });

  it('says that the holder of the card would have to be present', async () => {
    const charge = knownCharge();
    stripe.account.declines.set(charge.statementReference, { code: 'authentication_required' });

    expect(await bank.authorise(charge)).toMatchObject({ declineCode: 'authentication_required' });
  });

  it('does not let a reference widen the search', async () => {
    const taken = knownCharge();
    const statementReference = `x' OR metadata['statement_reference']:'${taken.statementReference}`;

    expect(await bank.authorise({ ...newCharge(), statementReference })).toMatchObject({
      declineCode: 'card_not_found',
    });
  });

  it('treats an expired intent as released, and one in progress as uncertain', async () => {
    const charge = knownCharge();
    const held = await bank.authorise(charge);
    const intent = stripe.account.intents.find(({ id }) => id === held.bankReference);

    Object.assign(intent ?? {}, { status: 'processing' });
    await expect(bank.find(charge.reference)).rejects.toThrow(BankUncertain);
    const underWay = signed('payment_intent.processing', intent);
    expect(bank.readWebhook(underWay.rawBody, underWay.headers)).toBeUndefined();

    Object.assign(intent ?? {}, { status: 'canceled' });
    const authorised = { ...charge, bankReference: held.bankReference ?? '' };
    expect(await bank.capture(authorised)).toMatchObject({ state: 'released' });
  });

  it('finds a refund weeks later, so that it is not done again', async () => {
    const order = knownCharge('captured');
    const made = await bank.refund(order);
    const refund = stripe.account.refunds.find(({ id }) => id === made.bankReference);
    Object.assign(refund ?? {}, { created: (refund?.created ?? 0) - 30 * 86_400 });

    expect(await bank.find(order.reference)).toMatchObject({ state: 'refunded' });
  });

  it('does not call a wrong key of ours a refusal of the card, and does not show the key', async () => {
    const other = createStripeBank({
      url: stripe.url,
      key: 'sk_test_wrong',
      webhookSecret,
      connectMs: 2000,
      answerMs: 2000,
    });

    const failure = await other.authorise(knownCharge()).catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(BankUncertain);
    expect(String(failure)).not.toContain('sk_test_wrong');
  });
});
