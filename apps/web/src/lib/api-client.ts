import type { CallName, contract } from '@tapfolio/contracts/contract.ts';
import { isErrorCode } from '@tapfolio/contracts/errors.ts';
import { operations } from '@tapfolio/contracts/generated/operations.ts';
import type * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import { debug, loadErrorText } from './errors.ts';
import { isRecord } from './is-record.ts';
import { noteServerTime } from './server-clock.ts';
import { traceHeader } from './trace-header.ts';

type Contract = typeof contract;
type Shape<T> = T extends z.ZodMiniType ? z.output<T> : never;
type MayMiss<T> = { [K in keyof T]?: T[K] | undefined };
type Part<C, K extends string> = C extends { readonly [P in K]: infer S } ? Shape<S> : never;

type Parts<C> = {
  params: Part<C, 'params'>;
  query: MayMiss<Part<C, 'query'>>;
  body: Part<C, 'body'>;
};
/** What a call takes: only the parts that its contract has; a query may always be left out. */
export type Input<O extends CallName> = {
  [K in 'params' | 'body' as [Parts<Contract[O]>[K]] extends [never] ? never : K]: Parts<Contract[O]>[K];
} & { [K in 'query' as Contract[O] extends { query: unknown } ? K : never]?: Parts<Contract[O]>[K] };

type Success<R> = R extends { 200: infer S } | { 201: infer S } | { 202: infer S } | { 204: infer S } ? S : never;
/** What a call returns; a document is returned as a `Blob`. */
export type Output<O extends CallName> =
  Success<Contract[O]['answers']> extends z.ZodMiniType ? Shape<Success<Contract[O]['answers']>> : Blob;

type Arguments<O extends CallName> =
  Record<never, never> extends Input<O>
    ? [input?: Input<O>, options?: CallOptions]
    : [input: Input<O>, options?: CallOptions];
export type CallOptions = {
  signal?: AbortSignal;
  /** The server uses it to recognise a call that it has carried out already. */
  idempotencyKey?: string;
  /** If the session has ended, nothing happens: the screen that is open needs none. */
  needsNoSession?: boolean;
};

/** `isAct` if the refused call would have changed something. */
type Unauthorised = (error: ApiError, isAct: boolean) => Promise<void>;
let onUnauthorised: Unauthorised | undefined;

/** Sets the only handler of a lost session (SES-09). */
export function setUnauthorisedHandler(handler: Unauthorised): void {
  onUnauthorised = handler;
}

/** The time limit of an answer. A document is made while the passenger waits for it. */
const limitMs = { call: 20_000, file: 120_000 };

/** Several values of one name are written with commas between them. */
type Written = string | number | boolean | readonly number[] | undefined;
type RawInput = { params?: Record<string, Written>; query?: Record<string, Written>; body?: unknown; key?: string };

function addressOf(path: string, { params = {}, query = {} }: RawInput): string {
  const written = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return pairs.length > 0 ? `${written}?${new URLSearchParams(pairs)}` : written;
}

async function problemOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const problem = isRecord(body) && isRecord(body.error) ? body.error : {};
  // What stands before the server, such as a proxy, answers without a code.
  const withoutCode = response.status === 503 ? 'unavailable' : 'TM0001';
  return new ApiError({
    status: response.status,
    code: isErrorCode(problem.code) ? problem.code : withoutCode,
    ...(isRecord(problem.details) && { details: problem.details }),
    ...(typeof problem.traceId === 'string' && { traceId: problem.traceId }),
  });
}

async function send(method: string, address: string, { body, key }: RawInput, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = {
    accept: 'application/json, application/pdf',
    'x-trace': await traceHeader(),
  };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (key !== undefined) headers['idempotency-key'] = key;
  return fetch(address, {
    method,
    headers,
    credentials: 'same-origin',
    signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function answerOf(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  const type = response.headers.get('content-type') ?? '';
  const isFile = response.headers.get('content-disposition')?.startsWith('attachment') === true;
  if (response.status !== 202 && (isFile || !type.startsWith('application/json'))) return response.blob();
  const text = await response.text();
  return text === '' ? null : JSON.parse(text);
}

/** Waits for a call and its answer, but only for a limited time: a silent connection would leave the page waiting without a message. */
async function inTime<T>(longestMs: number, asked: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>) {
  const late = AbortSignal.timeout(longestMs);
  try {
    return await work(asked ? AbortSignal.any([asked, late]) : late);
  } catch (error) {
    if (asked?.aborted || error instanceof ApiError) throw error;
    throw new ApiError({ status: 0, code: 'unavailable', details: { isLate: late.aborted } });
  }
}

/** Calls the server by the name of the operation. Throws an {@link ApiError} for every refusal. */
export async function call<O extends CallName>(operation: O, ...[input, options]: Arguments<O>): Promise<Output<O>> {
  const { signal: asked, idempotencyKey, needsNoSession } = options ?? {};
  const raw: RawInput = { ...input, ...(idempotencyKey !== undefined && { key: idempotencyKey }) };
  const [method = 'GET', path = '/', ...traits] = operations[operation].split(' ');
  return inTime(traits.includes('file') ? limitMs.file : limitMs.call, asked, async (signal) => {
    const response = await send(method, addressOf(path, raw), raw, signal);
    noteServerTime(response.headers.get('date'));
    debug('call', operation, response.status);
    if (!response.ok) {
      const error = await problemOf(response);
      // A call without a session cannot lose it (SES-11), and the check of the session must not start a check itself.
      const mayLose = !traits.includes('open') && !needsNoSession;
      if (response.status === 401 && mayLose) await onUnauthorised?.(error, method !== 'GET');
      await loadErrorText(error);
      throw error;
    }
    // The server checks its answers against the same contract before it sends them.
    return (await answerOf(response)) as Output<O>;
  });
}

/** Opens the stream of a call that answers with server-sent events. The browser connects again by itself and cannot send our headers. */
export function openStream<O extends CallName>(operation: O, input: Input<O>): EventSource {
  const [, path = '/'] = operations[operation].split(' ');
  return new EventSource(addressOf(path, { ...input }));
}

/**
 * Requests an address of the identity provider and returns where it redirected to; `undefined` if this is unknown: the provider
 * cannot be reached, or our page may not read its answer.
 */
export async function whereLed(address: string): Promise<URL | undefined> {
  try {
    const answer = await fetch(address, { credentials: 'include', cache: 'no-store', referrerPolicy: 'no-referrer' });
    return new URL(answer.url);
  } catch {
    return undefined;
  }
}
