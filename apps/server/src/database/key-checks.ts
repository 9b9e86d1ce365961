import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../lib/hashing.ts';
import type { Db, Transaction } from '../lib/sql.ts';
import { insertKeyCheck, listKeyChecks, setKeyCheck } from './key-checks.queries.ts';

/** The keys that must never change. Without a check, another key would go unnoticed. */
export interface PermanentKeys {
  mediumKey: Uint8Array;
  accountKey: Uint8Array;
}

/** By the setting that names the key's file: what another key would do. */
const consequences = {
  'secrets.mediumKeyFile': 'no card would be recognised again',
  'secrets.accountKeyFile': 'every password would be wrong and every mailed link void',
} as const;
type KeyName = keyof typeof consequences;

function fingerprintsOf({ mediumKey, accountKey }: PermanentKeys): Record<KeyName, Buffer> {
  const fingerprint = (key: Uint8Array) => keyedHash(key, 'tapfolio: is this still the key?');
  return { 'secrets.mediumKeyFile': fingerprint(mediumKey), 'secrets.accountKeyFile': fingerprint(accountKey) };
}

/** The account key with which the stored hashes of API keys were made: it outlives that somebody has deleted the row of the key itself. */
const ofApiKeys = 'secrets.accountKeyFile of API keys';

/** `known`: the database has it already; `same`: its row was deleted, and API keys were made with it; `new`: they were made with another one, or none yet. */
export type AccountKeyState = 'known' | 'same' | 'new';

/** Writes down what the keys make of a fixed text, the first time only. Needs the owner's rights, and a transaction with what follows of a new account key. */
export async function rememberKeys(tx: Transaction, keys: PermanentKeys): Promise<AccountKeyState> {
  const begun: string[] = [];
  const ours = fingerprintsOf(keys);
  for (const [name, fingerprint] of Object.entries(ours))
    begun.push(...(await insertKeyCheck(tx, { name, fingerprint })).map((row) => row.name));
  const own = ours['secrets.accountKeyFile'];
  const stored = new Map((await listKeyChecks(tx)).map(({ name, fingerprint }) => [name, fingerprint]));
  const isOf = (name: string) => stored.get(name)?.equals(own) === true;
  const isSame = isOf(ofApiKeys);
  if (isOf('secrets.accountKeyFile') && !isSame) await setKeyCheck(tx, { name: ofApiKeys, fingerprint: own });
  if (!begun.includes('secrets.accountKeyFile')) return 'known';
  return isSame ? 'same' : 'new';
}

/** @throws a sentence for each key that is not the one this database was begun with. */
export async function assertSameKeys(db: Db, keys: PermanentKeys): Promise<void> {
  const ours = fingerprintsOf(keys);
  const wrong = (await listKeyChecks(db))
    .filter((row): row is { name: KeyName; fingerprint: Buffer } => row.name in ours)
    .filter(({ name, fingerprint }) => !timingSafeEqual(ours[name], fingerprint))
    .map(
      ({ name }) =>
        `${name} holds another key than the one this database was begun with: ${consequences[name]}. See docs/operating.md, "Keys"`,
    );
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}
