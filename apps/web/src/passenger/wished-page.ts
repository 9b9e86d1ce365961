import { isRecord } from '../lib/is-record.ts';
import { readStored, removeStored, storageKeys, writeStored } from '../lib/storage.ts';

type Temporary = { returnTo: string; of?: string };

const isTemporary = (value: unknown): value is Temporary => isRecord(value) && typeof value.returnTo === 'string';

/**
 * Remembers the requested path during sign-in, which may leave the site (NAV-06). If a passenger's session ended on that path,
 * give their e-mail address: another passenger who signs in on this device is then not led there.
 */
export function rememberPage(path: string, email?: string): void {
  writeStored(storageKeys.temporary, { returnTo: path, ...(email !== undefined && { of: email }) });
}

/** Only a path of this site: one slash, then any character except a second one. Browsers ignore control characters. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])\P{Cc}*$/u.test(path);

/** The remembered path, which stays remembered, unless it is for one passenger only. Nobody has signed in yet. */
export function wishedPageOfAnyone(): string | undefined {
  const { returnTo, of } = readStored(storageKeys.temporary, isTemporary) ?? {};
  return returnTo && isOwnPath(returnTo) && of === undefined ? returnTo : undefined;
}

/** Returns the remembered path once, if it belongs to this site and not to a passenger with another address than this. */
export function takeWishedPage(email?: string): string | undefined {
  const { returnTo, of } = readStored(storageKeys.temporary, isTemporary) ?? {};
  removeStored(storageKeys.temporary);
  const isForSomebodyElse = of !== undefined && email !== undefined && of !== email;
  return returnTo && isOwnPath(returnTo) && !isForSomebodyElse ? returnTo : undefined;
}
