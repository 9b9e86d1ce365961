import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll } from 'vitest';
import { z } from 'zod';
import { listen } from './listen.ts';

/** A signing key, as an operator makes it. */
export const newSigningKey = (): string => `whsec_${randomBytes(24).toString('base64')}`;

const messageShape = z.strictObject({
  messageId: z.uuid(),
  sequence: z.strictObject({ of: z.uuid(), number: z.int().positive() }),
  kind: z.enum(['access_denied', 'access_requested', 'access_not_granted', 'access_granted']),
  operatorCode: z.string(),
  statementReference: z.string(),
  amount: z.strictObject({ amountMinor: z.int(), currency: z.string() }),
  happenedAt: z.iso.datetime(),
});
export type ReceivedMessage = z.output<typeof messageShape>;

/**
 * How the back office handles a call. `lose…` cut the connection, before or after it stored the message. `forget…` stores the
 * message and answers 500. A number is the HTTP status with which it refuses the message. `page`: a proxy before it answers for it, with a
 * page and 200.
 */
export type Behaviour = 'take' | 'grant' | 'cutBefore' | 'cutAfter' | 'failAfter' | 'hang' | 'page' | number;

export interface FakeBackOffice {
  readonly url: string;
  /** Every stored message, with repetitions, in the order of arrival. */
  readonly taken: readonly ReceivedMessage[];
  /** The number of calls, with the refused ones. */
  calls(): number;
  /** The number of calls with a wrong signature. */
  forged(): number;
  /** Decides how to handle each call. Without it, every message is stored. */
  behave(decide: (message: ReceivedMessage) => Behaviour): void;
}

/** Starts a back office on this machine that follows docs/back-office-contract.md. It stops when the test file ends. */
export async function startBackOffice(signingKey: string): Promise<FakeBackOffice> {
  const verifier = new Webhook(signingKey);
  const taken: ReceivedMessage[] = [];
  let calls = 0;
  let forged = 0;
  let decide: (message: ReceivedMessage) => Behaviour = () => 'take';

  const server = http.createServer((request, response) => {
    void text(request).then((body) => {
      calls += 1;
      const message = read(body, request.headers);
      if (message === undefined) {
        forged += 1;
        response.writeHead(401).end();
        return;
      }
      answer(message, decide(message), response);
    });
  });

  function read(body: string, headers: http.IncomingHttpHeaders): ReceivedMessage | undefined {
    const named = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    try {
      const message = messageShape.parse(verifier.verify(body, Object.fromEntries(named)));
      return headers['webhook-id'] === message.messageId ? message : undefined;
    } catch {
      return undefined;
    }
  }

  function answer(message: ReceivedMessage, behaviour: Behaviour, response: http.ServerResponse): void {
    if (behaviour === 'hang') return;
    if (behaviour === 'cutBefore') {
      response.destroy();
      return;
    }
    if (typeof behaviour === 'number') {
      response.writeHead(behaviour).end();
      return;
    }
    if (behaviour === 'page') {
      response.end('\n<!DOCTYPE html>\n<html><body>Down for maintenance</body></html>');
      return;
    }
    taken.push(message);
    if (behaviour === 'cutAfter') response.destroy();
    else if (behaviour === 'failAfter') response.writeHead(500).end();
    else if (behaviour === 'grant') response.end(JSON.stringify({ cardMayTravel: true }));
    else response.writeHead(204).end();
  }

  const port = await listen(server);
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${port}/messages`,
    taken,
    calls: () => calls,
    forged: () => forged,
    behave: (decider) => {
      decide = decider;
    },
  };
}
