import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type BankControls, bankControls } from './bank-controls.ts';
import type { BankSettings } from './server.ts';

export interface SandboxBank extends BankControls {
  url: string;
  /** What the portal has to show. */
  key: string;
  webhookSecret: string;
  /** As a power failure would: nothing is finished. Its ledger is there for the next one with the same directory. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export type BankWishes = Pick<BankSettings, 'directory' | 'webhookUrl'> & Partial<BankSettings>;

/** New secrets, of the kind that production refuses. */
export function newBankSecrets(): Pick<BankSettings, 'key' | 'webhookSecret'> {
  const key = `sandbox_${randomBytes(24).toString('base64url')}`;
  return { key, webhookSecret: `whsec_${randomBytes(32).toString('base64')}` };
}

/** Starts the sandbox bank in a process of its own, which ends with ours. @throws when it does not come up. */
export async function startBank(wishes: BankWishes): Promise<SandboxBank> {
  const settings: BankSettings = {
    wishedPort: 0,
    reportLines: 500,
    survivesPowerFailure: true,
    ...newBankSecrets(),
    ...wishes,
  };
  const child = fork(path.join(import.meta.dirname, 'main.ts'), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { url } = await new Promise<{ url: string }>((resolve, reject) => {
    // The one message of `main.ts`.
    child.once('message', (message) => resolve(message as { url: string }));
    child.once('exit', (code) => reject(new Error(`the sandbox bank ended with code ${code}`)));
    child.send(settings);
  });
  // It must not keep us running when everything else is over.
  child.unref();
  child.channel?.unref();
  const { key, webhookSecret } = settings;
  const kill = async () => await endOf(child, () => child.kill('SIGKILL'));
  const close = async () => await endOf(child, () => child.disconnect());
  return { ...bankControls(url), url, key, webhookSecret, kill, close };
}

async function endOf(child: ChildProcess, end: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.ref();
  end();
  await ended;
}
