import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import type { UncertainFault } from '../bank-under-test.ts';
import { listen } from '../listen.ts';
import { Account, Refused } from './account.ts';
import { type Form, nested, readForm } from './form.ts';
import { answerQuestion } from './questions.ts';

export interface FakeStripe {
  url: string;
  account: Account;
  /** Sets the fault of the next call about a statement reference. */
  faults: Map<string, UncertainFault>;
  /** If true, the search lags behind, as Stripe's search may for a minute. */
  search: { isLate: boolean };
  /** Method and path of each call, with its key. */
  calls: { call: string; key: string | undefined }[];
  close(): Promise<void>;
}

interface Kept {
  form: string;
  status: number;
  body: string;
}

/**
 * Speaks Stripe's protocol over a real socket: forms in, objects and errors out. A repeated key repeats its first answer, also
 * if that was a failure.
 */
export async function startFakeStripe(secretKey: string): Promise<FakeStripe> {
  const fake = {
    account: new Account(),
    faults: new Map<string, UncertainFault>(),
    search: { isLate: false },
    calls: [],
  };
  const answer = answerWith(fake, secretKey);
  const server = createServer((request, response) => void answer(request, response));
  const port = await listen(server);
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { ...fake, url: `http://127.0.0.1:${port}`, close };
}

type State = Pick<FakeStripe, 'account' | 'faults' | 'search' | 'calls'>;

function answerWith(state: State, secretKey: string) {
  const kept = new Map<string, Kept | 'in use'>();
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe');
    const text = await readText(request);
    const key = keyOf(request);
    state.calls.push({ call: `${request.method} ${pathname}`, key });
    if (request.headers.authorization !== `Bearer ${secretKey}` || request.headers['stripe-version'] === undefined)
      return send(response, 401, { error: { type: 'invalid_request_error', message: 'Invalid API Key' } });
    if (request.method === 'GET') {
      const body = answerQuestion(state.account, pathname, Object.fromEntries(searchParams), !state.search.isLate);
      return send(response, body === undefined ? 404 : 200, body ?? { error: { type: 'invalid_request_error' } });
    }
    await answerPost({ state, kept, request, response, pathname, text, key: key ?? '' });
  };
}

interface Post {
  state: State;
  kept: Map<string, Kept | 'in use'>;
  request: IncomingMessage;
  response: ServerResponse;
  pathname: string;
  text: string;
  key: string;
}

async function answerPost(post: Post): Promise<void> {
  const { state, kept, request, response, pathname, text, key } = post;
  const known = kept.get(key);
  if (known === 'in use') return refuseKey(response, 409, 'idempotency_key_in_use');
  if (known !== undefined && known.form !== `${pathname} ${text}`) return refuseKey(response, 400, undefined);
  if (known !== undefined) return sendText(response, known.status, known.body, { 'idempotent-replayed': 'true' });
  const fault = takeFault(state, pathname, readForm(text));
  // Stripe refuses these before it stores a key.
  if (fault === 'reset_before') return void request.socket.resetAndDestroy();
  if (fault === 'error_before') return send(response, 500, { error: { type: 'api_error', message: 'An error' } });
  if (fault === 'too_many')
    return sendText(response, 429, JSON.stringify({ error: { type: 'invalid_request_error', code: 'rate_limit' } }), {
      'retry-after': '1',
    });
  kept.set(key, 'in use');
  await turn();
  const done = perform(state.account, pathname, readForm(text));
  const failed = { status: 500, body: JSON.stringify({ error: { type: 'api_error', message: 'An unknown error' } }) };
  const outcome = fault === 'error_after' ? failed : done;
  kept.set(key, { form: `${pathname} ${text}`, ...outcome });
  if (fault === 'timeout_after') return;
  if (fault === 'reset_after') return void request.socket.resetAndDestroy();
  if (fault === 'garbage') return sendText(response, 200, '<h1>Welcome!</h1>', {});
  sendText(response, outcome.status, outcome.body, {});
}

const endOfIntent = /^\/v1\/payment_intents\/([^/]+)\/(capture|cancel)$/;

/** The fault that is set for the statement reference of the call. */
function takeFault({ account, faults }: State, pathname: string, form: Form): UncertainFault | undefined {
  const [, ended] = endOfIntent.exec(pathname) ?? [];
  const metadata = account.intents.find(({ id }) => id === ended)?.metadata ?? nested(form, 'metadata');
  const statementReference = metadata.statement_reference ?? '';
  const fault = faults.get(statementReference);
  faults.delete(statementReference);
  return fault;
}

function perform(account: Account, pathname: string, form: Form): { status: number; body: string } {
  const [, ended, how] = endOfIntent.exec(pathname) ?? [];
  try {
    if (ended !== undefined)
      return { status: 200, body: JSON.stringify(how === 'cancel' ? account.cancel(ended) : account.capture(ended)) };
    if (pathname === '/v1/payment_intents') return { status: 200, body: JSON.stringify(account.create(form)) };
    return { status: 200, body: JSON.stringify(account.refund(form)) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { status: error.failure.status, body: JSON.stringify({ error: error.failure.error }) };
  }
}

function refuseKey(response: ServerResponse, status: number, code: string | undefined): void {
  const message = 'There is currently another in-progress request using this Idempotent Key.';
  send(response, status, { error: { type: 'idempotency_error', ...(code && { code }), message } });
}

function keyOf({ headers }: IncomingMessage): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : undefined;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  sendText(response, status, JSON.stringify(body), {});
}

function sendText(response: ServerResponse, status: number, body: string, headers: Record<string, string>): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test', ...headers }).end(body);
}
