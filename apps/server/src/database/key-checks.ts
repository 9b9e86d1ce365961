import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../lib/hashing.ts';
import type { Db } from '../lib/sql.ts';
import { insertKeyCheck, listKeyChecks } from './key-checks.queries.ts';

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

/** Writes down what the keys make of a fixed text, the first time only. Needs the owner's rights. Returns the settings of those that are new. */
export async function rememberKeys(db: Db, keys: PermanentKeys): Promise<string[]> {
  const begun: string[] = [];
  for (const [name, fingerprint] of Object.entries(fingerprintsOf(keys)))
    begun.push(...(await insertKeyCheck(db, { name, fingerprint })).map((row) => row.name));
  return begun;
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
