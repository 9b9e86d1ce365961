import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { maxQuestionText, questionOutcomes } from '@tapfolio/domain/questions.ts';
import { refundReasons } from '@tapfolio/domain/refund-reasons.ts';
import { z } from 'zod';
import { type BackOfficePage, backOfficePage, type Told } from './pages.ts';
import type { PaidDay } from './paid-day.ts';
import type { QuestionDesk } from './question-desk.ts';
import type { RefundAsked, RefundDesk } from './refund-desk.ts';

/** What the page works with once the portal runs. */
export interface Counter {
  desk: RefundDesk;
  payments(): BackOfficePage['payments'];
  find(srid: string): PaidDay | undefined;
  asked: RefundAsked[];
  questions: QuestionDesk;
  answered: string[];
}

interface PageParts {
  counter: Counter | undefined;
  told: readonly Told[];
}

const refundForm = z.object({
  srid: z.string().min(1).max(64),
  reason: z.enum(refundReasons),
  tripId: z.union([z.uuid(), z.literal('').transform(() => undefined)]),
});

const answerForm = z.object({
  questionId: z.uuid(),
  number: z.string().max(20),
  text: z
    .string()
    .min(1)
    .max(2 * maxQuestionText),
  outcome: z.enum(questionOutcomes),
});

/** The page loads nothing and runs nothing. */
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'";

/** Answers the page of the back office, and its forms. */
export async function answerPage(request: IncomingMessage, response: ServerResponse, parts: PageParts): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`);
  const route = `${request.method} ${url.pathname}`;
  if (parts.counter === undefined || isForeign(request, url)) response.writeHead(403).end('Not from here, or not yet.');
  else if (route === 'GET /')
    await showPage(response, url.searchParams.get('srid')?.trim() || undefined, parts.counter, parts.told);
  else if (route === 'POST /refunds') await askForRefund(request, response, parts.counter);
  else if (route === 'POST /answers') await answerQuestion(request, response, parts.counter);
  else response.writeHead(404).end('No such page.');
}

async function showPage(
  response: ServerResponse,
  srid: string | undefined,
  counter: Counter,
  told: readonly Told[],
): Promise<void> {
  const { asked, answered, questions } = counter;
  const found = srid === undefined ? undefined : counter.find(srid);
  const waiting = await questions.waiting().catch(() => undefined);
  const content = backOfficePage({ payments: counter.payments(), srid, found, asked, waiting, answered, told });
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
  response.writeHead(200, { ...headers, 'content-security-policy': pagePolicy }).end(content);
}

async function askForRefund(request: IncomingMessage, response: ServerResponse, counter: Counter): Promise<void> {
  const wish = refundForm.safeParse(Object.fromEntries(new URLSearchParams(await text(request)))).data;
  if (wish === undefined) {
    response.writeHead(400).end('This is no refund.');
    return;
  }
  counter.asked.push(await counter.desk.ask(wish));
  response.writeHead(303, { location: `/?srid=${encodeURIComponent(wish.srid)}` }).end();
}

async function answerQuestion(request: IncomingMessage, response: ServerResponse, counter: Counter): Promise<void> {
  const answer = answerForm.safeParse(Object.fromEntries(new URLSearchParams(await text(request)))).data;
  if (answer === undefined) {
    response.writeHead(400).end('This is no answer.');
    return;
  }
  const { questionId, number, ...written } = answer;
  counter.answered.push(`${number}: ${await counter.questions.answer(questionId, written)}`);
  response.writeHead(303, { location: '/' }).end();
}

/** A page from elsewhere must not give money back, nor read this one under a name that leads to this machine. */
function isForeign({ headers }: IncomingMessage, url: URL): boolean {
  const isLocal = url.hostname === '127.0.0.1' || url.hostname === 'localhost';
  return !isLocal || (headers.origin !== undefined && headers.origin !== url.origin);
}
