import { randomUUID } from 'node:crypto';
import { type CallName, contract } from '@tapfolio/contracts/contract.ts';
import { isKeyed } from '@tapfolio/contracts/define-call.ts';
import { traceHeader } from '../../apps/server/test/trace-header.ts';
import { fetchPatiently } from './fetch-patiently.ts';

/** Calls the server as a passenger's browser would: over HTTP, with the trace header and the session cookie. */
export interface PassengerClient {
  /** Returns the server's answer. `params` are the parts of the path. @throws the server's error code if it refuses. */
  call(operation: CallName, body?: unknown, params?: Readonly<Record<string, string | number>>): Promise<unknown>;
}

/** A call that the server refused. */
export class Refusal extends Error {
  readonly code: string;

  constructor(operation: CallName, code: string) {
    super(`${operation} was refused: ${code}`);
    this.code = code;
  }
}

/** @param cookie The cookie of a session that was opened in another way. */
export function createPassengerClient(address: string, cookie = ''): PassengerClient {
  let session = cookie;
  return {
    async call(operation, body, params = {}) {
      const { method, path } = contract[operation];
      const key = isKeyed(contract[operation]) && { 'idempotency-key': randomUUID() };
      const headers = { 'content-type': 'application/json', 'x-trace': traceHeader('login'), cookie: session, ...key };
      const place = path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetchPatiently(new URL(place, address), { method, headers, ...sent });
      const answer = await response.text();
      if (!response.ok) throw new Refusal(operation, codeOf(answer));
      for (const set of response.headers.getSetCookie()) session = /^tapfolio-session=[^;]*/.exec(set)?.[0] ?? session;
      return answer === '' ? undefined : JSON.parse(answer);
    },
  };
}

function codeOf(answer: string): string {
  return /"code":"(\w+)"/.exec(answer)?.[1] ?? answer.slice(0, 200);
}
