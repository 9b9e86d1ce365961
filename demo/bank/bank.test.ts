import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { createHttpBank } from '@tapfolio/server/src/gateways/http-bank.ts';
import { stopSignals } from '@tapfolio/server/src/lib/stop-on-signals.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Bank, BankEvent, Charge } from '../../apps/server/src/gateways/bank.ts';
import { newCharge } from '../../apps/server/test/bank-under-test.ts';
import { bankControls } from './bank-controls.ts';
import { type BankSettings, openBankServer } from './server.ts';
import { newBankSecrets, type SandboxBank, startBank } from './start-bank.ts';

interface Listener {
  url: string;
  /** What was told with a right signature, in order. */
  events: BankEvent[];
  /** How many calls had a wrong one. */
  forged: number;
  /** What it answers. */
  status: number;
  bank: Bank | undefined;
}

/** Listens where the portal would. */
async function startListener(): Promise<Listener> {
  const listener: Listener = { url: '', events: [], forged: 0, status: 204, bank: undefined };
  const hear = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const event = listener.bank?.readWebhook(await text(request), request.headers);
      if (event !== undefined) listener.events.push(event);
    } catch {
      listener.forged += 1;
    }
    response.writeHead(listener.status).end();
  };
  const server = createServer((request, response) => void hear(request, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  listener.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  return listener;
}

type BankHere = Omit<SandboxBank, 'kill'>;

/** The sandbox bank without a process of its own, whose start takes longer than most tests. It cannot be killed. */
async function openHere(wishes: Pick<BankSettings, 'directory' | 'webhookUrl'>): Promise<BankHere> {
  const secrets = newBankSecrets();
  const settings = { wishedPort: 0, reportLines: 500, survivesPowerFailure: true, ...secrets, ...wishes };
  const { url, close } = await openBankServer(settings);
  return { ...bankControls(url), url, ...secrets, close };
}

const start = () => startAs(openHere);
const startProcess = () => startAs(startBank);

async function startAs<Sandbox extends BankHere>(
  open: (wishes: Pick<BankSettings, 'directory' | 'webhookUrl'>) => Promise<Sandbox>,
): Promise<{ sandbox: Sandbox; bank: Bank; listener: Listener; directory: string }> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-bank-'));
  const listener = await startListener();
  const sandbox = await open({ directory, webhookUrl: listener.url });
  onTestFinished(async () => {
    await sandbox.close();
    rmSync(directory, { recursive: true });
  });
  const bank = createHttpBank({ ...sandbox, connectMs: 2000, answerMs: 2000 });
  listener.bank = bank;
  return { sandbox, bank, listener, directory };
}

async function knownCharge(sandbox: BankHere): Promise<Charge> {
  const charge = newCharge();
  const { operatorCode, statementReference, amountMinor, currency } = charge;
  const at = '2026-11-20T04:30:00Z';
  const original = { id: randomUUID(), kind: 'charge' as const, state: 'declined' as const, at };
  await sandbox.remember([{ ...original, operatorCode, statementReference, amountMinor, currency }]);
  return charge;
}

async function collect(bank: Bank, charge: Charge): Promise<void> {
  const held = await bank.authorise(charge);
  await bank.capture({ ...charge, bankReference: held.bankReference ?? '' });
}

const statesOf = ({ events }: Listener): string[] => events.map(({ answer }) => answer.state);

describe('the webhooks of the sandbox bank', () => {
  it('are signed, and tell of each change once', async () => {
    const { sandbox, bank, listener } = await start();
    const charge = await knownCharge(sandbox);

    await collect(bank, charge);

    await vi.waitFor(() => expect(statesOf(listener)).toEqual(['authorised', 'captured']));
    expect(listener.events.map(({ reference }) => reference)).toEqual([charge.reference, charge.reference]);
  });

  it.each([
    ['twice', ['authorised', 'authorised', 'authorised', 'captured', 'captured', 'captured']],
    ['reordered', ['captured', 'authorised']],
  ] as const)('come %s when they are told to', async (webhooks, states) => {
    const { sandbox, bank, listener } = await start();
    const charge = await knownCharge(sandbox);
    await sandbox.setFault({ statementReference: charge.statementReference, webhooks });

    await collect(bank, charge);

    await vi.waitFor(() => expect(statesOf(listener)).toEqual(states), 10_000);
    expect(new Set(listener.events.map(({ id }) => id)).size).toBe(2);
  });

  it('come before the answer, with a wrong signature, or not at all', async () => {
    const { sandbox, bank, listener } = await start();
    const [early, forged, none] = await Promise.all([1, 2, 3].map(() => knownCharge(sandbox)));
    await sandbox.setFault({ statementReference: early?.statementReference, webhooks: 'early' });
    await sandbox.setFault({ statementReference: forged?.statementReference, webhooks: 'forged' });
    await sandbox.setFault({ statementReference: none?.statementReference, webhooks: 'none' });

    await bank.authorise(early ?? newCharge());
    expect(statesOf(listener)).toEqual(['authorised']);
    await bank.authorise(none ?? newCharge());
    await bank.authorise(forged ?? newCharge());

    await vi.waitFor(() => expect(listener.forged).toBe(1));
    expect(statesOf(listener)).toEqual(['authorised']);
  });

  it('come again, also after a restart, until they are acknowledged', async () => {
    const { sandbox, bank, listener, directory } = await startProcess();
    const charge = await knownCharge(sandbox);
    listener.status = 503;
    await bank.authorise(charge);
    await vi.waitFor(() => expect(listener.events).toHaveLength(1));
    await sandbox.kill();
    listener.status = 204;

    const again = await startBank({ ...sandbox, directory, webhookUrl: listener.url });
    onTestFinished(() => again.close());

    await vi.waitFor(() => expect(listener.events.length).toBeGreaterThan(1), 10_000);
    expect(new Set(listener.events.map(({ id }) => id)).size).toBe(1);
  });
});

describe('the sandbox bank', () => {
  it('stays until its parent ends when a signal reaches the whole group', async () => {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-bank-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const holder = path.join(import.meta.dirname, 'test/hold-bank.ts');
    const parent = spawn(process.execPath, [holder, directory], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const lines = createInterface({ input: parent.stdout })[Symbol.asyncIterator]();
    const { value: url = '' } = await lines.next();

    for (const signal of stopSignals) {
      process.kill(-(parent.pid ?? 0), signal);
      expect((await lines.next()).value).toBe(signal);
    }

    expect((await fetch(url)).status).toBe(200);
    parent.stdin.end();
    await expect.poll(async () => await fetch(url).catch(() => 'gone'), { timeout: 10_000 }).toBe('gone');
  });

  it('still has its ledger, its keys and its switches after it was killed', async () => {
    const { sandbox, bank, directory, listener } = await startProcess();
    const charge = await knownCharge(sandbox);
    await collect(bank, charge);
    await sandbox.setFault({ statementReference: 'ANOTHER', fault: 'down' });
    await sandbox.kill();

    const again = await startBank({ ...sandbox, directory, webhookUrl: listener.url });
    onTestFinished(() => again.close());
    await collect(createHttpBank({ ...again, connectMs: 2000, answerMs: 2000 }), charge);

    expect((await again.ledger(charge.statementReference)).map(({ state }) => state)).toEqual(['captured']);
    expect(await (await fetch(again.url)).text()).toContain('Statement reference ANOTHER');
  });

  it('charges a second time when it has forgotten the key', async () => {
    const { sandbox, bank } = await start();
    const charge = await knownCharge(sandbox);

    await collect(bank, charge);
    await sandbox.forgetKeys();
    await collect(bank, charge);

    expect(await sandbox.ledger(charge.statementReference)).toHaveLength(2);
  });

  it('does one thing wrong for one statement reference and another for all others', async () => {
    const { sandbox, bank } = await start();
    const [one, other] = [await knownCharge(sandbox), await knownCharge(sandbox)];
    await sandbox.setFault({ fault: 'decline', declineCode: 'limit_exceeded' });
    await sandbox.setFault({
      statementReference: one.statementReference,
      fault: 'decline',
      declineCode: 'card_expired',
      times: 1,
    });

    const answers = [await bank.authorise(one), await bank.authorise(other)];
    expect(answers).toMatchObject([{ declineCode: 'card_expired' }, { declineCode: 'limit_exceeded' }]);

    await sandbox.clearFaults();
    const later = { ...other, attemptKey: randomUUID() };
    expect(await bank.authorise(later)).toMatchObject({ state: 'authorised' });
  });

  it('is down for questions as well, and up again afterwards', async () => {
    const { sandbox, bank } = await start();
    const charge = await knownCharge(sandbox);
    await bank.authorise(charge);

    await sandbox.setFault({ fault: 'down' });
    const asked = await Promise.allSettled([
      bank.authorise(charge),
      bank.find(charge.reference),
      bank.report('2026-11-22'),
    ]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);

    await sandbox.setFault({ fault: 'none' });
    expect(await bank.find(charge.reference)).toMatchObject({ state: 'authorised' });
  });

  it('is down for a statement reference with a switch of its own as well', async () => {
    const { sandbox, bank } = await start();
    const charge = await knownCharge(sandbox);
    await sandbox.setFault({ statementReference: charge.statementReference, fault: 'none', webhooks: 'none' });

    await sandbox.setFault({ fault: 'down' });

    await expect(bank.authorise(charge)).rejects.toThrow();
  });

  it('shows its ledger and its switches, and sets them by the form of its page', async () => {
    const { sandbox, bank } = await start();
    const charge = await knownCharge(sandbox);
    await collect(bank, charge);
    const body = new URLSearchParams({ statementReference: '<b>7K2M', fault: 'slow', seconds: '5', times: '2' });

    const page = await (await fetch(new URL('/switches', sandbox.url), { method: 'POST', body })).text();

    expect(page).toContain('Statement reference &lt;b&gt;7K2M: Does it and answers late, 5 s');
    expect(page).toContain('Entries: 1, charges taken: 1');
    expect(page).toContain('3.75 CAD');
  });

  it('has a refund come back by the button of its page, tells the portal once, and nothing else comes back', async () => {
    const { sandbox, bank, listener } = await start();
    const charge = await knownCharge(sandbox);
    await collect(bank, charge);
    const reference = randomUUID();
    await bank.refund({ ...charge, reference, attemptKey: randomUUID() });
    const press = async (of: string) => {
      const body = new URLSearchParams({ reference: of });
      return (await fetch(new URL('/returns', sandbox.url), { method: 'POST', body, redirect: 'manual' })).status;
    };

    expect(await (await fetch(sandbox.url)).text()).toContain(`refund ${reference} comes back`);
    expect([await press(reference), await press(reference), await press(charge.reference)]).toEqual([303, 400, 400]);

    const told = () =>
      listener.events.filter((event) => event.reference === reference).map(({ answer }) => answer.state);
    await vi.waitFor(() => expect(told()).toEqual(['refunded', 'returned']));
  });

  it('lets no page from elsewhere set its switches', async () => {
    const { sandbox } = await start();
    const headers = { origin: 'https://elsewhere.example', 'content-type': 'application/json' };
    const wish = { method: 'POST', headers, body: JSON.stringify({ fault: 'down' }) };

    const response = await fetch(new URL('/switches', sandbox.url), wish);

    expect(response.status).toBe(403);
    expect(await (await fetch(sandbox.url)).text()).toContain('every switch is off');
  });

  it('takes no order without the key of the portal', async () => {
    const { sandbox } = await start();
    const stranger = createHttpBank({ ...sandbox, key: 'sandbox_wrong', connectMs: 2000, answerMs: 2000 });

    await expect(stranger.authorise(await knownCharge(sandbox))).rejects.toThrow('401');
  });
});
