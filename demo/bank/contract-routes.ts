import { setTimeout as sleep } from 'node:timers/promises';
import { type MoneyCall, perform } from './calls.ts';
import { type ChosenFault, chooseFault } from './choose-fault.ts';
import { type Exchange, readJson, sendJson } from './exchange.ts';
import { order } from './wire.ts';

/** Answers the calls of docs/bank-contract.md as the switches say. */
export async function answerContract(exchange: Exchange): Promise<void> {
  const { request, response, url, key } = exchange;
  if (request.headers.authorization !== `Bearer ${key}`) return sendJson(response, 401, { message: 'who are you?' });
  if (request.method === 'POST') return await answerMoneyCall(exchange);
  if (request.method === 'GET' && url.pathname === '/v1/movements') return answerMovements(exchange);
  if (request.method === 'GET' && url.pathname === '/v1/report') return answerReport(exchange);
  sendJson(response, 404, { message: 'no such call' });
}

async function answerMoneyCall(exchange: Exchange): Promise<void> {
  const call = await readMoneyCall(exchange);
  if (call === undefined) return sendJson(exchange.response, 400, { message: 'this is none of the calls' });
  const fault = chooseFault(exchange.ledger, call.operation, call.order.statementReference);
  if (failBefore(exchange, fault)) return;
  const declineCode = fault.fault === 'decline' ? fault.declineCode : undefined;
  const { status, body, changed } = perform(exchange.ledger, call, declineCode);
  if (changed !== undefined) exchange.messenger.tell(changed, fault.webhooks);
  if (fault.webhooks === 'early') await exchange.messenger.flush();
  if (fault.fault === 'slow') await sleep(fault.seconds * 1000, undefined, { ref: false });
  if (failAfter(exchange, fault)) return;
  exchange.response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

async function readMoneyCall({ request, url }: Exchange): Promise<MoneyCall | undefined> {
  const plain = { '/v1/charges': 'authorise', '/v1/refunds': 'refund' } as const;
  const [, ended, how] = /^\/v1\/charges\/([^/]+)\/(capture|release)$/.exec(url.pathname) ?? [];
  const operation = ended === undefined ? Reflect.get(plain, url.pathname) : how;
  const body = await readJson(request, order);
  const key = request.headers['idempotency-key'];
  if (operation === undefined || body === undefined || typeof key !== 'string' || key === '') return undefined;
  return { operation, chargeId: ended && decodeURIComponent(ended), path: url.pathname, key, order: body };
}

/** True when the call ends here, before anything was done. */
function failBefore({ request, response }: Exchange, { fault }: ChosenFault): boolean {
  if (fault === 'reset_before' || fault === 'down') request.socket.resetAndDestroy();
  else if (fault === 'error_before') sendJson(response, 500, { message: 'nothing was done' });
  else if (fault === 'too_many')
    response.writeHead(429, { 'retry-after': '1', 'content-type': 'application/json' }).end('{}');
  else return fault === 'timeout_before';
  return true;
}

/** True when the call ends here although everything was done. */
function failAfter({ request, response }: Exchange, { fault }: ChosenFault): boolean {
  if (fault === 'reset_after') request.socket.resetAndDestroy();
  else if (fault === 'error_after') sendJson(response, 500, { message: 'it was done all the same' });
  else if (fault === 'garbage') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome!</h1>');
  else return fault === 'timeout_after';
  return true;
}

function answerMovements(exchange: Exchange): void {
  const items = exchange.ledger.ofReference(exchange.url.searchParams.get('reference') ?? '');
  if (failQuestion(exchange, items[0]?.statementReference ?? '')) return;
  sendJson(exchange.response, 200, { items, next: null });
}

function answerReport(exchange: Exchange): void {
  const { response, url, ledger, reportLines } = exchange;
  if (failQuestion(exchange, '')) return;
  const day = url.searchParams.get('day') ?? '';
  const from = Number(url.searchParams.get('after') ?? 0);
  const moved = ledger
    .ofPortal()
    .filter(({ at, state }) => at.startsWith(day) && ['captured', 'refunded', 'returned'].includes(state));
  const next = from + reportLines < moved.length ? String(from + reportLines) : null;
  sendJson(response, 200, { items: moved.slice(from, from + reportLines), next });
}

/** A question changes nothing: what fails after it is done fails as what fails before. */
function failQuestion(exchange: Exchange, statementReference: string): boolean {
  const chosen = chooseFault(exchange.ledger, 'query', statementReference);
  return failBefore(exchange, chosen) || failAfter(exchange, chosen);
}
