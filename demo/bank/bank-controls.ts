import { z } from 'zod';
import { type FaultWish, type Movement, movement, type Original } from './wire.ts';

/** What a test or the demonstration does with a running sandbox bank. */
export interface BankControls {
  /** Sets what goes wrong, for one statement reference or for all. */
  setFault(wish: FaultWish): Promise<void>;
  clearFaults(): Promise<void>;
  /** Tells it what it did for the back office, by which it knows the cards. */
  remember(originals: readonly Original[]): Promise<void>;
  /** What the portal had it do, in order; of one statement reference when one is named. */
  ledger(statementReference?: string): Promise<Movement[]>;
  /** Lets it forget the keys, as a bank does after a day. */
  forgetKeys(): Promise<void>;
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
    forgetKeys: async () => await post('/keys/forget'),
    ledger: async (statementReference) => {
      const response = await fetch(new URL('/ledger', url));
      const movements = z.array(movement).parse(await response.json());
      return movements.filter(
        (item) => statementReference === undefined || item.statementReference === statementReference,
      );
    },
  };
}
