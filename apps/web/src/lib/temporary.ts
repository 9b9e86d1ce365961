import { isRecord, readStored, removeStored, storageKeys, writeStored } from './storage.ts';

type Temporary = { returnTo: string };

const isTemporary = (value: unknown): value is Temporary => isRecord(value) && typeof value.returnTo === 'string';

/** Remembers the asked-for path over sign-in, which may leave the site (NAV-06). */
export function rememberReturn(path: string): void {
  writeStored(storageKeys.temporary, { returnTo: path });
}

/** The remembered path, once. Only a path of this site comes back: one slash, then anything but a second one. */
export function takeReturn(): string | undefined {
  const path = readStored(storageKeys.temporary, isTemporary)?.returnTo;
  removeStored(storageKeys.temporary);
  return path && /^\/(?![/\\])/.test(path) ? path : undefined;
}
