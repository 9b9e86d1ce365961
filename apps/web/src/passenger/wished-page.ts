import { isRecord, readStored, removeStored, storageKeys, writeStored } from '../lib/storage.ts';

type Temporary = { returnTo: string; of?: string };

const isTemporary = (value: unknown): value is Temporary => isRecord(value) && typeof value.returnTo === 'string';

/**
 * Remembers the asked-for path during sign-in, which may leave the site (NAV-06). If a passenger's session ended on that path,
 * give their e-mail address: another passenger who signs in on this device is then not led there.
 */
export function rememberPage(path: string, email?: string): void {
  writeStored(storageKeys.temporary, { returnTo: path, ...(email !== undefined && { of: email }) });
}

/** Only a path of this site: one slash, then anything but a second one. Browsers read past control characters. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])\P{Cc}*$/u.test(path);

/** The remembered path, once, if it is one of this site and not of another passenger than the one with this address. */
export function takeWishedPage(email?: string): string | undefined {
  const { returnTo, of } = readStored(storageKeys.temporary, isTemporary) ?? {};
  removeStored(storageKeys.temporary);
  const isForSomebodyElse = of !== undefined && email !== undefined && of !== email;
  return returnTo && isOwnPath(returnTo) && !isForSomebodyElse ? returnTo : undefined;
}
