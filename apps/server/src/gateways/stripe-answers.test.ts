import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newCharge } from '../../test/bank-under-test.ts';
import { listen } from '../../test/listen.ts';
import { type Bank, BankUncertain } from './bank.ts';
import { createStripeBank } from './stripe-bank.ts';

const charge = newCharge();
const held = { ...charge, bankReference: 'pi_1' };
const metadata = { operator_code: charge.operatorCode, statement_reference: charge.statementReference };
const original = {
  id: 'pi_0',
  object: 'payment_intent',
  created: 1,
  customer: 'cus_1',
  payment_method: 'pm_1',
  metadata,
};
const intent = {
  ...original,
  id: 'pi_1',
  amount: 375,
  amount_capturable: 375,
  amount_received: 0,
  currency: 'cad',
  status: 'requires_capture',
  metadata: { ...metadata, tapfolio_reference: charge.reference },
};
const taken = { ...intent, status: 'succeeded', amount_capturable: 0, amount_received: 375 };
const refund = { id: 're_1', object: 'refund', amount: 375, currency: 'cad', status: 'succeeded' };
const line = { id: 'txn_1', object: 'balance_transaction', created: 1_795_000_000 };
const source = { id: 'ch_1', object: 'charge', amount_captured: 375, currency: 'cad', metadata: intent.metadata };

const json = (body: unknown, status = 200): RequestListener => {
  return (_request, response) => void response.writeHead(status).end(JSON.stringify(body));
};
const list = (...data: unknown[]) => json({ object: 'list', url: '/v1/any', has_more: false, data });

/** A Stripe that knows the card and gives this answer to everything else. */
async function stripeThatAnswers(answer: RequestListener): Promise<Bank> {
  const server = createServer((request, response) => {
    const isSearch = request.url?.startsWith('/v1/payment_intents/search') === true;
    (isSearch ? list(original) : answer)(request, response);
  });
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const limits = { connectMs: 1000, answerMs: 1000 };
  return createStripeBank({ url: `http://127.0.0.1:${port}`, key: 'sk_test', webhookSecret: 'whsec', ...limits });
}

const endless = (response: ServerResponse, piece: string) => {
  const drip = setInterval(() => response.write(piece), 50);
  response.once('close', () => clearInterval(drip));
};

describe('the answer of Stripe to a charge', () => {
  it.each<[string, RequestListener]>([
    ['about another charge', json({ ...intent, metadata: { ...intent.metadata, tapfolio_reference: 'another' } })],
    ['about a charge of the back office', json({ ...intent, metadata })],
    ['about no charge at all', json({ ...intent, metadata: null })],
    ['that holds another amount', json({ ...intent, amount_capturable: 37_500 })],
    ['that holds another currency', json({ ...intent, currency: 'usd' })],
    ['without an amount', json({ ...intent, amount_capturable: undefined })],
    ['with an amount that is no number', json({ ...intent, amount_capturable: Number.NaN })],
    ['with an amount that is a text', json({ ...intent, amount_capturable: '375' })],
    ['with an amount below zero', json({ ...taken, amount_received: -375 })],
    ['with a fraction of a cent', json({ ...taken, amount_received: 374.5 })],
    ['with an amount beyond all numbers', json({ ...taken, amount_received: 1e300 })],
    ['with a currency that is none', json({ ...taken, currency: 'canadian' })],
    ['without a name', json({ ...intent, id: undefined })],
    ['with a name that is a number', json({ ...intent, id: 1 })],
    ['with a name that no database keeps', json({ ...intent, id: 'pi_\u0000' })],
    ['in an unknown state', json({ ...intent, status: 'charged' })],
    ['with nothing', json(null)],
    ['with a list', json([intent])],
    ['with a page', (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hi</h1>')],
    ['with an empty body', (_, response) => void response.writeHead(200).end()],
    ['with arrays without end', (_, response) => void response.writeHead(200).end('['.repeat(1_000_000))],
    ['with a redirect', (_, response) => void response.writeHead(307, { location: '/v1/charges' }).end()],
    ['with a change of the protocol', (_, { socket }) => void socket?.end('HTTP/1.1 101 X\r\nUpgrade: x\r\n\r\n')],
    ['with no end in time', (_, response) => endless(response, ' ')],
    ['with no end of the beginning', (_, response) => endless(response, 'x')],
    ['with an error of no known kind', json({ error: { type: 'moon' } }, 402)],
  ])('is no answer: %s', async (_what, answer) => {
    const bank = await stripeThatAnswers(answer);

    await expect(bank.authorise(charge)).rejects.toThrow(BankUncertain);
  });

  it.each<[string, object]>([
    ['of another charge', { ...taken, metadata: { tapfolio_reference: 'another' } }],
    ['without an amount', { ...taken, amount_received: null }],
    ['without a currency', { ...taken, currency: null }],
  ])('is none when it was asked to take or let go what it holds: %s', async (_what, answer) => {
    const bank = await stripeThatAnswers(json(answer));
    const told = await stripeThatAnswers(
      json(
        { error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', payment_intent: answer } },
        400,
      ),
    );

    await expect(bank.capture(held)).rejects.toThrow(BankUncertain);
    await expect(bank.release(held)).rejects.toThrow(BankUncertain);
    await expect(told.capture(held)).rejects.toThrow(BankUncertain);
  });

  it.each(['amount_too_small', 'amount_too_large'])(
    'is a final refusal if Stripe cannot take the amount: %s',
    async (code) => {
      const bank = await stripeThatAnswers(json({ error: { type: 'invalid_request_error', code } }, 400));

      expect(await bank.authorise(charge)).toMatchObject({
        state: 'declined',
        declineCode: 'refused',
        amountMinor: 375,
      });
    },
  );

  it('is accepted although our charge was taken in part, because that happened', async () => {
    const bank = await stripeThatAnswers(json({ ...taken, amount_received: 300 }));

    expect(await bank.capture(held)).toMatchObject({ state: 'captured', amountMinor: 300 });
  });
});

describe('the answer of Stripe to a refund', () => {
  const charged = { ...taken, latest_charge: { amount_captured: 375, amount_refunded: 0 } };
  const refunds =
    (made: object): RequestListener =>
    (request, response) => {
      if (request.method === 'POST') json(made)(request, response);
      else list(...(request.url?.startsWith('/v1/payment_intents') === true ? [charged] : []))(request, response);
    };

  it.each<[string, object]>([
    ['of another order', { ...refund, metadata: { tapfolio_reference: 'another' } }],
    ['without an amount', { ...refund, amount: undefined, metadata: intent.metadata }],
    ['below zero', { ...refund, amount: -1, metadata: intent.metadata }],
  ])('is no answer: %s', async (_what, made) => {
    const bank = await stripeThatAnswers(refunds(made));

    await expect(bank.refund(charge)).rejects.toThrow(BankUncertain);
  });

  it('is no refusal if it does not say how much is left', async () => {
    const answer = list({ ...charged, latest_charge: { amount_captured: 375 } });
    const bank = await stripeThatAnswers((request, response) =>
      (request.url?.startsWith('/v1/payment_intents') === true ? answer : list())(request, response),
    );

    await expect(bank.refund(charge)).rejects.toThrow(BankUncertain);
  });

  it.each(['charge_disputed', 'refund_disputed_payment', 'charge_not_refundable'])(
    'is a final refusal if the charge can no longer be refunded: %s',
    async (code) => {
      const error = { type: 'invalid_request_error', code };
      const bank = await stripeThatAnswers((request, response) =>
        (request.method === 'POST' ? json({ error }, 400) : refunds({}))(request, response),
      );

      expect(await bank.refund(charge)).toMatchObject({ state: 'declined', declineCode: 'refused', amountMinor: 375 });
    },
  );

  it('is accepted if it is about this order', async () => {
    const bank = await stripeThatAnswers(refunds({ ...refund, metadata: intent.metadata }));

    expect(await bank.refund(charge)).toMatchObject({ state: 'refunded', amountMinor: 375, currency: 'CAD' });
  });
});

describe('the answer of Stripe about a failed refund', () => {
  it.each([
    ['lost_or_stolen_card', 'card_blocked'],
    ['expired_or_canceled_card', 'card_expired'],
    // Our balance, not that of the card.
    ['insufficient_funds', 'refused'],
    ['unknown', 'refused'],
  ])('%s is %s', async (failure_reason, declineCode) => {
    const failed = { ...refund, status: 'failed', failure_reason, metadata: intent.metadata };
    const bank = await stripeThatAnswers((request, response) =>
      list(...(request.url?.startsWith('/v1/refunds') === true ? [failed] : [intent]))(request, response),
    );

    expect(await bank.find(charge.reference)).toMatchObject({ state: 'returned', declineCode });
  });

  it('is no second charge if the report names the charge', async () => {
    const bank = await stripeThatAnswers(
      list({ ...line, type: 'refund_failure', source }, { ...line, id: 'txn_2', source }),
    );

    expect(await bank.report('2026-11-20')).toMatchObject([{ kind: 'charge', amountMinor: 375 }]);
  });
});

describe('the report of Stripe', () => {
  it.each<[string, RequestListener]>([
    ['a line without an amount', list({ ...line, source: { ...source, amount_captured: null } })],
    ['a line without a time', list({ ...line, created: 'today', source })],
    ['a line without a name', list({ ...line, source: { ...source, id: '' } })],
    [
      'a page that leads to itself',
      json({ object: 'list', url: '/v1/any', has_more: true, data: [{ ...line, source }] }),
    ],
    ['pages without lines', json({ object: 'list', url: '/v1/any', has_more: true, data: [] })],
  ])('is no report: %s', async (_what, answer) => {
    const bank = await stripeThatAnswers(answer);

    await expect(bank.report('2026-11-20')).rejects.toThrow(BankUncertain);
  });
});
