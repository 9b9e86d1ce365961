import { createServer } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { temporaryDirectory } from '@tapfolio/server/test/temporary-directory.ts';
import { expect, it, onTestFinished } from 'vitest';
import { listenNear } from '../ports/ports.ts';
import { type BackOffice, startBackOffice } from './back-office.ts';
import type { PaidDay } from './paid-day.ts';
import { openQuestionDesk } from './question-desk.ts';
import { openRefundDesk } from './refund-desk.ts';

const tripId = '6f1a4a2e-0f43-4a53-9d0b-6d2f7c1f0a11';
const payment: PaidDay = {
  srid: '7K2M4Q9T1XB5ZC',
  day: '2026-11-18',
  amountMinor: 750,
  trips: [
    { tripId, from: 'Cathedral', to: 'Central Station', amountMinor: 375 },
    { tripId: '6f1a4a2e-0f43-4a53-9d0b-6d2f7c1f0a12', from: 'Central Station', to: '', amountMinor: 375 },
  ],
};

interface Asked {
  key: string | undefined;
  idempotencyKey: unknown;
  body: unknown;
}

/** A portal that refunds each trip once, and what it was asked. */
async function startPortal(): Promise<{ address: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const portal = createServer((request, response) => {
    void text(request).then((body) => {
      // It has no questions.
      if (request.method === 'GET') return response.writeHead(404).end();
      const { authorization: key, 'idempotency-key': idempotencyKey } = request.headers;
      asked.push({ key, idempotencyKey, body: JSON.parse(body) });
      const isFirst = asked.length === 1;
      const answer = isFirst ? { state: 'requested' } : { error: { code: 'PS0007', traceId: 'x' } };
      response.writeHead(isFirst ? 202 : 409, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      return undefined;
    });
  });
  const port = await listenNear(portal, 0);
  onTestFinished(() => void portal.close());
  return { address: `http://127.0.0.1:${port}`, asked };
}

async function open(address: string): Promise<BackOffice> {
  const backOffice = await startBackOffice(path.join(temporaryDirectory(), 'back-office.json'));
  onTestFinished(() => backOffice.close());
  const find = (srid: string) => (srid === payment.srid ? payment : undefined);
  const desk = openRefundDesk(address, 'tapfolio_key');
  const payments = () => [{ person: 'theo@port-lumiere.example', payment }];
  const questions = openQuestionDesk(address, 'tapfolio_key');
  backOffice.serve({ desk, payments, find, asked: [], questions, answered: [] });
  return backOffice;
}

async function look(url: string): Promise<string> {
  return await (await fetch(url)).text();
}

async function giveBack({ pageUrl }: BackOffice, headers: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams({ srid: payment.srid, tripId, reason: 'delay' });
  return await fetch(new URL('/refunds', pageUrl), { method: 'POST', body, headers });
}

it('lists what was paid, finds a payment by its reference, and gives one of its trips back once', async () => {
  const { address, asked } = await startPortal();
  const backOffice = await open(address);
  expect(await look(backOffice.pageUrl)).toContain('2026-11-18, $7.50, 2 trips');
  const found = await look(`${backOffice.pageUrl}?srid=${payment.srid}`);
  expect(found).toContain('Give back: Cathedral to Central Station, $3.75');
  expect(await look(`${backOffice.pageUrl}?srid=UNKNOWN`)).toContain('The bank took nothing');

  const first = await giveBack(backOffice);
  const second = await giveBack(backOffice);

  expect(await first.text()).toContain('taken on: requested');
  expect(await second.text()).toContain('refused: 409 PS0007');
  expect(asked[0]).toMatchObject({
    key: 'Bearer tapfolio_key',
    body: { operatorCode: '1', srid: payment.srid, currency: 'CAD', reason: 'delay', trips: [{ tripId }] },
  });
  expect(asked[1]?.idempotencyKey).not.toBe(asked[0]?.idempotencyKey);
});

it('gives nothing back for a page from elsewhere, nor before the portal runs', async () => {
  const { address, asked } = await startPortal();
  const backOffice = await open(address);
  const early = await startBackOffice(path.join(temporaryDirectory(), 'back-office.json'));
  onTestFinished(() => early.close());

  const answers = [await giveBack(backOffice, { origin: 'https://elsewhere.example' }), await giveBack(early)];

  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  expect(asked).toEqual([]);
});
