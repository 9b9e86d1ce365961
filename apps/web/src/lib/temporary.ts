import { isRecord, readStored, removeStored, storageKeys, writeStored } from './storage.ts';

type Temporary = { returnTo: string };

const isTemporary = (value: unknown): value is Temporary => isRecord(value) && typeof value.returnTo === 'string';

/** Remembers the asked-for path over sign-in, which may leave the site (NAV-06). */
export function rememberReturn(path: string): void {
  writeStored(storageKeys.temporary, { returnTo: path });
}

/** Only a path of this site: one slash, then anything but a second one. Browsers read past control characters. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])\P{Cc}*$/u.test(path);

/** The remembered path, once, if it is one of this site. */
export function takeReturn(): string | undefined {
  const path = readStored(storageKeys.temporary, isTemporary)?.returnTo;
  removeStored(storageKeys.temporary);
  return path && isOwnPath(path) ? path : undefined;
}
