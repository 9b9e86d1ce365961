import { z } from 'zod';
import { sendBack } from './calls.ts';
import { type Exchange, readJson, readText, sendJson } from './exchange.ts';
import { bankPage } from './pages.ts';
import { faultSwitch, original, returnWish } from './wire.ts';

/** What is no call of the contract: the page with the ledger and the switches, and the same for programs. */
export async function answerControl(exchange: Exchange): Promise<void> {
  const { request, response, url } = exchange;
  if (isForeign(exchange)) return sendJson(response, 403, { message: 'not from another page' });
  const answer = routes[`${request.method} ${url.pathname}`];
  if (answer === undefined) return sendJson(response, 404, { message: 'no such page' });
  await answer(exchange);
}

const routes: Record<string, (exchange: Exchange) => void | Promise<void>> = {
  'GET /': ({ ledger, response }) => {
    const page = bankPage({ movements: ledger.ofPortal(), switches: ledger.switches() });
    const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
    response.writeHead(200, { ...headers, 'content-security-policy': pagePolicy }).end(page);
  },
  'GET /ledger': ({ ledger, response, url }) => {
    const of = url.searchParams.get('of');
    const movements = of === null ? ledger.ofPortal() : ledger.ofStatement(of);
    sendJson(
      response,
      200,
      movements.filter(({ reference }) => reference !== null),
    );
  },
  'GET /switches': ({ ledger, response }) => sendJson(response, 200, ledger.switches()),
  'POST /switches': async ({ ledger, request, response }) => {
    const { wished, isForm } = await readWish(request, faultSwitch);
    if (wished === undefined) return sendJson(response, 400, { message: 'this is no switch' });
    ledger.setSwitch(wished);
    confirm(response, isForm);
  },
  'POST /returns': async ({ ledger, messenger, request, response }) => {
    const { wished, isForm } = await readWish(request, returnWish);
    const returned = wished && sendBack(ledger, wished.reference, wished.declineCode);
    if (returned === undefined) return sendJson(response, 400, { message: 'this is no refund that was done' });
    const found = ledger.findSwitch(returned.statementReference) ?? ledger.findSwitch('');
    messenger.tell(returned, found?.webhooks ?? 'normal');
    confirm(response, isForm);
  },
  'POST /switches/clear': async ({ ledger, request, response }) => {
    await readText(request);
    ledger.clearSwitches();
    response.writeHead(303, { location: '/' }).end();
  },
  'POST /originals': async ({ ledger, request, response }) => {
    const originals = await readJson(request, z.array(original));
    if (originals === undefined) return sendJson(response, 400, { message: 'these are no movements' });
    ledger.remember(originals);
    response.writeHead(204).end();
  },
  'POST /keys/forget': async ({ ledger, request, response }) => {
    const wish = await readJson(request, z.object({ statementReference: z.string() }));
    ledger.forgetKeys(wish?.statementReference ?? '');
    response.writeHead(204).end();
  },
};

/** What the page or a program wishes; undefined when it is something else. */
async function readWish<Shape extends z.ZodType>(request: Exchange['request'], shape: Shape) {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  const wished = isForm
    ? shape.safeParse(Object.fromEntries(new URLSearchParams(await readText(request)))).data
    : await readJson(request, shape);
  return { wished, isForm };
}

/** Back to the page, for a form. */
function confirm(response: Exchange['response'], isForm: boolean): void {
  if (isForm) response.writeHead(303, { location: '/' }).end();
  else response.writeHead(204).end();
}

/** The page loads nothing and runs nothing. */
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'";

/** A page from elsewhere must not flip switches, nor read the ledger under a name that leads to this machine. */
function isForeign({ request, url }: Exchange): boolean {
  const { origin } = request.headers;
  const isLocal = url.hostname === '127.0.0.1' || url.hostname === 'localhost';
  return !isLocal || (origin !== undefined && origin !== url.origin);
}
