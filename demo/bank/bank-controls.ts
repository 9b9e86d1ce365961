import { z } from 'zod';
import { type FaultWish, type Movement, movement, type Original, type ReturnWish } from './wire.ts';

/** What a test or the demonstration does with a running sandbox bank. */
export interface BankControls {
  /** Sets what goes wrong, for one statement reference or for all. */
  setFault(wish: FaultWish): Promise<void>;
  clearFaults(): Promise<void>;
  /** Tells it what it did for the back office, by which it knows the cards. */
  remember(originals: readonly Original[]): Promise<void>;
  /** What the portal had it do, in order; of one statement reference when one is named. */
  ledger(statementReference?: string): Promise<Movement[]>;
  /** Has a refund come back to it, and tells the portal. */
  sendBack(wish: ReturnWish): Promise<void>;
  /** Lets it forget the keys, as a bank does after a day; those of one statement reference when one is named. */
  forgetKeys(statementReference?: string): Promise<void>;
}

/** The controls of the sandbox bank at this address. */
export function bankControls(url: string): BankControls {
  const post = async (path: string, body?: unknown): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body ?? null) });
    await response.text();
    if (!response.ok) throw new Error(`the sandbox bank answered ${response.status} to ${path}`);
  };
  return {
    setFault: async (wish) => await post('/switches', wish),
    clearFaults: async () => await post('/switches/clear'),
    remember: async (originals) => await post('/originals', originals),
    sendBack: async (wish) => await post('/returns', wish),
    forgetKeys: async (statementReference = '') => await post('/keys/forget', { statementReference }),
    ledger: async (statementReference) => {
      const of = statementReference === undefined ? '' : `?of=${encodeURIComponent(statementReference)}`;
      const response = await fetch(new URL(`/ledger${of}`, url));
      return z.array(movement).parse(await response.json());
    },
  };
}
