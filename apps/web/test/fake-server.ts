import { type CallName, contract } from '@tapfolio/contracts/contract.ts';
import type { PublishedCall } from '@tapfolio/contracts/define-call.ts';
import { errorBody } from '@tapfolio/contracts/error-body.ts';
import { statusOf } from '@tapfolio/contracts/error-catalogue.ts';
import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import { refusalsOf } from '@tapfolio/contracts/refusals-of.ts';
import { vi } from 'vitest';
import type { Input, Output } from '../src/lib/api-client.ts';

/** A received call. */
export type Received = {
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Headers;
  body: unknown;
};
type Answer<O extends CallName> = (received: Received) => Output<O> | Promise<Output<O>>;
type Schema = { parse: (value: unknown) => unknown };

/** Throw this in an answer to refuse the call. */
class Refused extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;
  readonly isDeclared: boolean;
  constructor(code: ErrorCode, details?: Record<string, unknown>, isDeclared = true) {
    super(code);
    this.code = code;
    this.details = details;
    this.isDeclared = isDeclared;
  }
}

/** The trace id of every refusal. */
export const traceId = '0198c0de-0000-7000-8000-00000000f00d';

/** An answer that refuses with a code which the call declares. */
export function refuse(code: ErrorCode, details?: Record<string, unknown>): () => never {
  return () => {
    throw new Refused(code, details);
  };
}

/** An answer that refuses with a code of the catalogue which the call does not declare, as the server of another release may. */
export function refuseUndeclared(code: ErrorCode, details?: Record<string, unknown>): () => never {
  return () => {
    throw new Refused(code, details, false);
  };
}

/** An answer that the test releases when it wants. */
export function held<V>(value: V): { answer: () => Promise<V>; give: () => void } {
  const { promise, resolve } = Promise.withResolvers<V>();
  return { answer: () => promise, give: () => resolve(value) };
}

const answers = new Map<CallName, Answer<CallName>>();
const received: { operation: CallName; call: Received }[] = [];
const problems: string[] = [];
let isReached = true;
/** Receives every request that is no call. */
const network = globalThis.fetch;

/**
 * The fake server of the page: it replaces the network and speaks HTTP. Requests and answers
 * must both fit the contract, so that no screen is tested with an answer that the real server would never give.
 */
export const server = {
  /** From now on the operation is answered with this. */
  answer<O extends CallName>(operation: O, answer: Answer<O>): void {
    answers.set(operation, answer);
  },
  /** What was sent to an operation, oldest first. */
  received<O extends CallName>(operation: O): readonly (Received & { body: BodyOf<O> })[] {
    const calls = received.filter((one) => one.operation === operation);
    // The operation's own schema has checked the body.
    return calls.map(({ call }) => call as Received & { body: BodyOf<O> });
  },
  /** Opens every stream that the page listens to, and sends an event on it. */
  tell(event: string, data: unknown): void {
    for (const stream of streams) stream.tell(event, data);
  },
  /** Ends every stream; for the page it looks like the end by the real server. */
  endStreams(): void {
    for (const stream of streams) stream.end();
  },
  /** The network goes away, or comes back. */
  reach(isThere: boolean): void {
    isReached = isThere;
  },
};

/** The streams that the page listens to. None opens before the test sends an event on it. */
const streams = new Set<FakeStream>();

class FakeStream extends EventTarget {
  #isOpen = false;

  constructor() {
    super();
    streams.add(this);
  }

  tell(event: string, data: unknown): void {
    if (!this.#isOpen) this.dispatchEvent(new Event('open'));
    this.#isOpen = true;
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }));
  }

  /** A browser reports this, and opens the stream again by itself. */
  end(): void {
    this.#isOpen = false;
    this.dispatchEvent(new Event('error'));
  }

  close(): void {
    streams.delete(this);
  }
}

type BodyOf<O extends CallName> = Input<O> extends { body: infer B } ? B : undefined;

/** Replaces the network from now on. */
export function startServer(): void {
  answers.clear();
  // The sign-in page and the signed-in area call these by themselves, perhaps after the end of their test.
  answers.set('getPasskeySignInOptions', refuse('unavailable'));
  answers.set('getSettings', refuse('unavailable'));
  // Home and products call these in addition to what they are about.
  server.answer('listActiveTickets', () => ({ items: [] }));
  server.answer('listFavourites', () => ({ items: [] }));
  // The account asks for what is owed with the cards.
  server.answer('listCards', () => ({ items: [], dataUpTo: null }));
  // Home and every view of a card ask for claims of it, and for its fares that were unpaid once.
  server.answer('listCardClaims', () => ({ own: [], claimed: [] }));
  server.answer('listDebts', () => ({ items: [] }));
  // Home and the histories of trips ask for trips that look wrong.
  server.answer('listDoubtfulTrips', () => ({ items: [] }));
  // Home and the view of a card ask what is left of caps.
  server.answer('listCaps', () => ({ items: [], dataUpTo: null }));
  // Where the portal takes questions, the details of trips and payments ask for them.
  server.answer('listQuestions', () => ({ items: [] }));
  // The list of trips and the view of a card ask what is for work.
  server.answer('listWorkTrips', () => ({ tripIds: [] }));
  server.answer('getWorkRule', () => ({ since: null }));
  received.length = 0;
  problems.length = 0;
  isReached = true;
  streams.clear();
  vi.stubGlobal('EventSource', FakeStream);
  answerCalls(respond);
}

/**
 * Fails the test if its page called what it had not prepared, or broke the contract. Calls that the page was about to make, such as for
 * the screen behind a link below the pointer, are refused until the next test has a server.
 */
export function stopServer(): void {
  answerCalls(() => refusal(new Refused('unavailable')));
  if (problems.length > 0) throw new Error(`The server was used in a way it does not know:\n${problems.join('\n')}`);
}

function answerCalls(answer: (request: Request) => Response | Promise<Response>): void {
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    return new URL(request.url).pathname.startsWith('/public/') ? answer(request) : network(request);
  };
}

async function respond(request: Request): Promise<Response> {
  if (!isReached) throw new TypeError('Failed to fetch');
  try {
    const { operation, call } = await read(request);
    received.push({ operation, call });
    return await answered(operation, call);
  } catch (error) {
    problems.push(String(error));
    return refusal(new Refused('TM0001'));
  }
}

async function answered(operation: CallName, call: Received): Promise<Response> {
  const answer = answers.get(operation);
  if (!answer) throw new Error(`${operation} was called and nothing had been prepared for it`);
  try {
    return await written(operation, await answer(call));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (refusalsOf(contract[operation]).includes(error.code) !== error.isDeclared)
      problems.push(`${operation} ${error.isDeclared ? 'does not declare' : 'declares'} ${error.code}`);
    return refusal(error);
  }
}

/** Finds the operation of a request and reads what was sent with it. */
async function read(request: Request): Promise<{ operation: CallName; call: Received }> {
  const url = new URL(request.url);
  for (const [operation, { method, path, body: schema }] of Object.entries<PublishedCall>(contract)) {
    const pattern = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    const match = method === request.method ? pattern.exec(url.pathname) : null;
    if (!match) continue;
    // The keys of the contract are the names.
    const name = operation as CallName;
    const text = await request.text();
    const body = schema ? schema.parse(JSON.parse(text)) : undefined;
    return {
      operation: name,
      call: {
        params: { ...match.groups },
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body,
      },
    };
  }
  throw new Error(`${request.method} ${url.pathname} is no call of the contract`);
}

async function written(operation: CallName, value: unknown): Promise<Response> {
  if (value instanceof Blob) {
    return new Response(value, { headers: { 'content-type': value.type, 'content-disposition': 'attachment' } });
  }
  const shapes = contract[operation].answers as Partial<Record<number, Schema>>;
  const status = [200, 201, 202, 204].find((code) => code in shapes) ?? 200;
  if (status === 204 || (status === 202 && value === null)) return new Response(null, { status });
  return Response.json(shapes[status]?.parse(value), { status });
}

function refusal({ code, details }: Refused): Response {
  const body = errorBody.parse({ error: { code, details, traceId } });
  return Response.json(body, { status: statusOf(code) });
}
