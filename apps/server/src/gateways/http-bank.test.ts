import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { newBankSecrets, startBank } from '../../../../demo/bank/start-bank.ts';
import { type BankUnderTest, newCharge } from '../../test/bank-under-test.ts';
import { judgeBank } from '../../test/judge-bank.ts';
import { signedWebhook } from '../../test/signed-webhook.ts';
import { type Bank, BankUncertain } from './bank.ts';
import { createHttpBank } from './http-bank.ts';

const limits = { connectMs: 2000, answerMs: 2000 };

judgeBank('a bank that speaks our own contract', async (): Promise<BankUnderTest> => {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-bank-'));
  const sandbox = await startBank({ directory, webhookUrl: 'http://127.0.0.1:9/', reportLines: 2 });
  afterAll(async () => {
    await sandbox.close();
    rmSync(directory, { recursive: true });
  });
  const bank = createHttpBank({ ...limits, url: sandbox.url, key: sandbox.key, webhookSecret: sandbox.webhookSecret });
  const sign = (content: unknown, at?: Date) => {
    const { payload: rawBody, headers } = signedWebhook(sandbox.webhookSecret, content, { ...(at && { at }) });
    return { rawBody, headers };
  };
  return {
    bank,
    findsOutAfter: [],
    know: async ({ operatorCode, statementReference, amountMinor, currency }, state) => {
      const at = new Date().toISOString();
      const order = { operatorCode, statementReference, amountMinor, currency };
      await sandbox.remember([{ id: randomUUID(), kind: 'charge', state, at, ...order }]);
    },
    failNext: async (statementReference, fault) => await sandbox.setFault({ statementReference, fault, times: 1 }),
    refuse: async (statementReference, declineCode) =>
      await sandbox.setFault({ statementReference, fault: 'decline', declineCode }),
    sendBack: async (reference) => await sandbox.sendBack({ reference }),
    statesOf: async (statementReference) => (await sandbox.ledger(statementReference)).map(({ state }) => state),
    signedEvent: async (reference, at) => {
      const data = (await sandbox.ledger()).find((item) => item.reference === reference);
      return sign({ type: 'movement.updated', data }, at);
    },
    otherEvent: async () => sign({ type: 'payout.sent', data: { id: 'po_1' } }),
  };
});

/** A bank that gives always this answer. */
async function bankThatAnswers(answer: RequestListener, options: { longestReport?: number } = {}): Promise<Bank> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return createHttpBank({ ...limits, ...options, ...newBankSecrets(), url: `http://127.0.0.1:${port}/below/` });
}

const charge = newCharge();
const movement = {
  id: 'ch_1',
  kind: 'charge',
  reference: charge.reference,
  state: 'authorised',
  amountMinor: charge.amountMinor,
  currency: charge.currency,
  at: '2026-11-20T10:00:00Z',
};

describe('an answer that does not follow the contract', () => {
  it.each([
    ['another charge', 200, { ...movement, reference: 'another' }],
    ['another amount', 200, { ...movement, amountMinor: 374 }],
    ['another currency', 200, { ...movement, currency: 'USD' }],
    ['a refusal that is none', 402, movement],
    ['a charge that is refused', 200, { ...movement, state: 'declined' }],
    ['a state that we do not know', 200, { ...movement, state: 'settled' }],
    ['a character in its name that no database keeps', 200, { ...movement, id: 'ch_\u0000' }],
    ['half a character in its name', 200, { ...movement, id: 'ch_\ud800' }],
    ['a fraction of a cent', 200, { ...movement, amountMinor: 374.5 }],
    ['a refusal without a word', 402, {}],
    ['a wrong key of ours', 401, { message: 'who are you?' }],
    ['a call that it cannot read', 400, { message: 'bad request' }],
    ['a call that is under way', 409, { message: 'wait' }],
    ['a key that came with another body', 422, { message: 'another body' }],
  ])('is no answer: %s', async (_, status, body) => {
    const bank = await bankThatAnswers((_request, response) => response.writeHead(status).end(JSON.stringify(body)));

    await expect(bank.authorise(charge)).rejects.toThrow(BankUncertain);
  });

  it('calls an unknown reason for a refusal "refused"', async () => {
    const body = JSON.stringify({ ...movement, state: 'declined', declineCode: 'moon_in_capricorn' });
    const bank = await bankThatAnswers((_request, response) => response.writeHead(402).end(body));

    expect(await bank.authorise(charge)).toMatchObject({ state: 'declined', declineCode: 'refused' });
  });

  it.each([undefined, null, '', 7, 'A\u0000'])(
    'still counts if its statement reference is %j',
    async (statementReference) => {
      const body = JSON.stringify({ ...movement, statementReference });
      const bank = await bankThatAnswers((_request, response) => response.writeHead(200).end(body));

      expect(await bank.authorise(charge)).toMatchObject({ state: 'authorised' });
    },
  );

  it('does not follow a redirect, so that our key is sent nowhere else', async () => {
    const asked: string[] = [];
    const bank = await bankThatAnswers((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(307, { location: '/elsewhere' }).end();
    });

    await expect(bank.authorise(charge)).rejects.toThrow(BankUncertain);

    expect(asked).toEqual(['/below/v1/charges']);
  });

  it('is cut off when it is too large', async () => {
    const bank = await bankThatAnswers((_request, response) => {
      const pour = () => {
        while (response.write(Buffer.alloc(65_536, 32)));
        response.once('drain', pour);
      };
      pour();
    });

    await expect(bank.authorise(charge)).rejects.toThrow(BankUncertain);
  });

  it('is cut off when it takes too long', async () => {
    const bank = await bankThatAnswers((_request, response) => {
      const drip = setInterval(() => response.write(' '), 100);
      response.once('close', () => clearInterval(drip));
    });

    await expect(bank.authorise(charge)).rejects.toThrow(BankUncertain);
  });

  it('is cut off when the report does not end, before it fills the memory', async () => {
    let pages = 0;
    const answer: RequestListener = (_request, response) => {
      pages += 1;
      response.end(JSON.stringify({ items: [], next: String(pages), note: ' '.repeat(900) }));
    };
    const bank = await bankThatAnswers(answer, { longestReport: 10_000 });

    await expect(bank.report('2026-11-20')).rejects.toThrow('the report of the bank does not end');
    expect(pages).toBe(11);
  });

  it('is cut off when the report has a page that leads to itself', async () => {
    const page = JSON.stringify({ items: [], next: 'again' });
    const bank = await bankThatAnswers((_request, response) => response.writeHead(200).end(page));

    await expect(bank.report('2026-11-20')).rejects.toThrow(BankUncertain);
  });
});

it('is given up when the connection is not made', async () => {
  const silent = createTcpServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const url = `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const bank = createHttpBank({ connectMs: 200, answerMs: 600_000, ...newBankSecrets(), url });

  const failure = await bank.authorise(charge).catch((error: unknown) => error);

  expect(failure).toMatchObject({ name: 'BankUncertain', cause: { message: 'no connection within 200 ms' } });
});
