import { type CallName, contract } from '@tapfolio/contracts/contract.ts';
import { traceHeader } from '../../apps/server/test/trace-header.ts';
import { fetchPatiently } from './fetch-patiently.ts';

/** Calls the server as a passenger's browser would: over HTTP, with the trace header and the session cookie. */
export interface PassengerClient {
  /** @throws when the server refuses, with its code. */
  call(operation: CallName, body: unknown): Promise<void>;
}

/** The server's refusal of a call. */
export class Refusal extends Error {
  readonly code: string;

  constructor(operation: CallName, code: string) {
    super(`${operation} was refused: ${code}`);
    this.code = code;
  }
}

/** @param cookie of a session that was opened in another way. */
export function createPassengerClient(address: string, cookie = ''): PassengerClient {
  let session = cookie;
  return {
    async call(operation, body) {
      const { method, path } = contract[operation];
      const headers = { 'content-type': 'application/json', 'x-trace': traceHeader('login'), cookie: session };
      const response = await fetchPatiently(new URL(path, address), { method, headers, body: JSON.stringify(body) });
      const answer = await response.text();
      if (!response.ok) throw new Refusal(operation, codeOf(answer));
      for (const set of response.headers.getSetCookie()) session = /^tapfolio-session=[^;]*/.exec(set)?.[0] ?? session;
    },
  };
}

function codeOf(answer: string): string {
  return /"code":"(\w+)"/.exec(answer)?.[1] ?? answer.slice(0, 200);
}
