import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { systemClock } from '../lib/clock.ts';
import { reasonOf } from '../lib/reason-of.ts';
import type { BackOffice, BackOfficeAnswer, BackOfficeKind, BackOfficeMessage } from './back-office.ts';
import { callHttp, type HttpAnswer } from './http-call.ts';
import { readRetryAfter } from './retry-after.ts';

interface HttpBackOfficeOptions {
  readonly url: string;
  /** `whsec_…`; every message is signed with each, so that the back office can change from one to the other. */
  readonly signingKeys: readonly string[];
  readonly unknownKinds?: readonly BackOfficeKind[];
  readonly connectMs: number;
  readonly answerMs: number;
}

/** Statuses that refuse the message itself. All others are about the connection, our key or the moment. */
const refusals: readonly number[] = [400, 409, 413, 415, 422];

const acknowledgement = z.looseObject({ cardMayTravel: z.boolean() });

/** Messages as signed HTTP calls (docs/back-office-contract.md). */
export function createHttpBackOffice({
  url,
  signingKeys,
  unknownKinds = [],
  connectMs,
  answerMs,
}: HttpBackOfficeOptions): BackOffice {
  const signers = signingKeys.map((key) => new Webhook(key));
  return {
    unknownKinds,
    longestCallMs: answerMs,
    async tell(message) {
      const body = JSON.stringify(writeBody(message));
      try {
        const headers = { 'content-type': 'application/json', ...sign(signers, message.messageId, body) };
        return readAnswer(await callHttp({ method: 'POST', url: new URL(url), headers, body, connectMs, answerMs }));
      } catch (error) {
        return { outcome: 'unknown', reason: reasonOf(error) };
      }
    },
  };
}

/** The body of a message, in the words of the contract. */
function writeBody(message: BackOfficeMessage) {
  const { messageId, mediumId, number, kind, operatorCode, srid, amountMinor, currency, happenedAt } = message;
  return {
    messageId,
    sequence: { of: mediumId, number },
    kind,
    operatorCode,
    statementReference: srid,
    amount: { amountMinor, currency },
    happenedAt,
  };
}

/** The headers of Standard Webhooks, with the time of this attempt. */
function sign(signers: readonly Webhook[], id: string, body: string): Record<string, string> {
  const now = systemClock.now();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signers.map((signer) => signer.sign(id, now, body)).join(' '),
  };
}

/** Proxies answer so while the system behind them is away, some of them with 200. */
const page = /^\s*<(?:!doctype\s+html|html)\b/i;

function readAnswer({ status, headers, body }: HttpAnswer): BackOfficeAnswer {
  if (status >= 200 && status < 300 && page.test(body))
    return { outcome: 'unknown', reason: `it answered ${status} with a page` };
  if (status >= 200 && status < 300) return { outcome: 'acknowledged', cardMayTravel: readCardMayTravel(body) };
  const reason = `it answered ${status}`;
  if (refusals.includes(status)) return { outcome: 'refused', reason };
  const retryAfterSeconds = readRetryAfter(headers['retry-after']);
  return { outcome: 'unknown', reason, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}

/** An empty answer, or one with another content, acknowledges the message and says nothing about the card. */
function readCardMayTravel(body: string): boolean {
  try {
    const answer = acknowledgement.safeParse(JSON.parse(body));
    return answer.success && answer.data.cardMayTravel;
  } catch {
    return false;
  }
}
