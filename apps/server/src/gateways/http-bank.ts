import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import {
  type AuthorisedCharge,
  type Bank,
  type BankAnswer,
  BankUncertain,
  type Charge,
  NoBankEvent,
  type RefundOrder,
  type ReportLine,
} from './bank.ts';
import {
  decisiveMovement,
  type Movement,
  readEvent,
  readMovement,
  readMovements,
  toAnswer,
  toReportLine,
} from './bank-movement.ts';
import { callHttp, type HttpAnswer, type HttpCall, plainHeaders } from './http-call.ts';
import { readRetryAfter } from './retry-after.ts';

export interface HttpBankOptions {
  url: string;
  key: string;
  /** What the bank signs its calls with: `whsec_` and base64. */
  webhookSecret: string;
  connectMs: number;
  answerMs: number;
  /** How many characters a report may have. */
  longestReport?: number;
}

/** More pages than any report has: the bank repeats itself. */
const mostReportPages = 1000;
/** A report is held in memory. This is room for some 200,000 movements, and no city collects so many unpaid fares in a day. */
const usualLongestReport = 64_000_000;

/** A bank that speaks our own contract (docs/bank-contract.md). Each method asks the bank once; the caller decides whether to ask again. */
export function createHttpBank(options: HttpBankOptions): Bank {
  const webhook = new Webhook(options.webhookSecret);
  return {
    authorise: async (charge) => await post(options, 'v1/charges', charge),
    capture: async (charge) =>
      await post(options, `v1/charges/${encodeURIComponent(charge.bankReference)}/capture`, charge),
    release: async (charge) =>
      await post(options, `v1/charges/${encodeURIComponent(charge.bankReference)}/release`, charge),
    refund: async (order) => await post(options, 'v1/refunds', order),
    find: async (reference) => await find(options, reference),
    report: async (day) => await readReport(options, day),
    readWebhook: (rawBody, headers) => {
      const content = verified(() => webhook.verify(rawBody, plainHeaders(headers)));
      const moved = readEvent(content);
      // The library has just checked that `webhook-id` is there.
      return moved && { id: String(headers['webhook-id']), reference: moved.reference, answer: toAnswer(moved) };
    },
  };
}

async function post(
  options: HttpBankOptions,
  path: string,
  order: Charge | AuthorisedCharge | RefundOrder,
): Promise<BankAnswer> {
  const { attemptKey, reference, operatorCode, statementReference, amountMinor, currency } = order;
  const body = JSON.stringify({ reference, operatorCode, statementReference, amountMinor, currency });
  const headers = { 'content-type': 'application/json', 'idempotency-key': attemptKey };
  const answer = await call(options, { method: 'POST', path, headers, body });
  const moved = readAs(answer, readMovement);
  const isMeant = [200, 201].includes(answer.status) ? moved.state !== 'declined' : moved.state === 'declined';
  if (!isMeant) throw new BankUncertain(`the bank says ${answer.status} and "${moved.state}" at once`);
  if (moved.reference !== reference || moved.amountMinor !== amountMinor || moved.currency !== currency)
    throw new BankUncertain('the bank answers about another charge');
  return toAnswer(moved);
}

async function find(options: HttpBankOptions, reference: string): Promise<BankAnswer | 'unknown'> {
  const path = `v1/movements?reference=${encodeURIComponent(reference)}`;
  const { items } = readAs(await call(options, { method: 'GET', path }), readMovements);
  const found = decisiveMovement(items.filter((item) => item.reference === reference));
  return found === undefined ? 'unknown' : toAnswer(found);
}

async function readReport(options: HttpBankOptions, day: string): Promise<ReportLine[]> {
  const { longestReport = usualLongestReport } = options;
  const lines: Movement[] = [];
  let length = 0;
  let after = '';
  for (let page = 0; page < mostReportPages; page += 1) {
    const path = `v1/report?day=${encodeURIComponent(day)}${after}`;
    const answer = await call(options, { method: 'GET', path });
    length += answer.body.length;
    if (length > longestReport) break;
    const { items, next } = readAs(answer, readMovements);
    lines.push(...items);
    if (next === null || next === undefined) return lines.map(toReportLine);
    after = `&after=${encodeURIComponent(next)}`;
  }
  throw new BankUncertain('the report of the bank does not end');
}

type Question = Pick<HttpCall, 'method' | 'body'> & { path: string; headers?: HttpCall['headers'] };

/** Asks the bank once. @throws BankUncertain unless it did it (200, 201) or refused for good (402). */
async function call(options: HttpBankOptions, { path, headers = {}, ...question }: Question): Promise<HttpAnswer> {
  const { url, key, connectMs, answerMs } = options;
  const target = new URL(path, url.endsWith('/') ? url : `${url}/`);
  const sent = { ...headers, accept: 'application/json', authorization: `Bearer ${key}` };
  const answer = await callHttp({ ...question, url: target, headers: sent, connectMs, answerMs }).catch(
    (cause: unknown) => {
      throw new BankUncertain('the bank did not answer', { cause });
    },
  );
  if ([200, 201, 402].includes(answer.status)) return answer;
  const retryAfterSeconds = readRetryAfter(answer.headers['retry-after']);
  throw new BankUncertain(`the bank answered ${answer.status}`, { retryAfterSeconds });
}

function readAs<Content>({ body }: HttpAnswer, read: (body: string) => Content): Content {
  try {
    return read(body);
  } catch (cause) {
    throw new BankUncertain('the answer of the bank cannot be read', { cause });
  }
}

function verified(verify: () => unknown): unknown {
  try {
    return verify();
  } catch (cause) {
    if (cause instanceof WebhookVerificationError) throw new NoBankEvent('not signed by the bank', { cause });
    throw cause;
  }
}
