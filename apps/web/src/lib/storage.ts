/**
 * Values in local storage are written as `v<version>.<base64url of UTF-8 JSON>` (WEB-03). The encoding hides nothing: no
 * secret is ever stored. A value that is missing, of another version or damaged reads as `undefined` and is removed.
 */
export const storageKeys = {
  session: '_sbdat',
  temporary: '_sbtmpdat',
  portalConfig: 'portalConfig',
  chosenCard: 'chosenCard',
  lastAction: 'lastAction',
  lastToldServer: 'lastToldServer',
} as const;

/** Keys that belong to this device and not to a passenger, so they stay after a sign-out. */
export const deviceKeys = {
  cookieNotice: 'cookieNotice',
  closedAnnouncements: 'closedAnnouncements',
  readAnswers: 'readAnswers',
  closedDoubts: 'closedDoubts',
} as const;

const version = 'v1';

function encode(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `${version}.${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

function decode(text: string): unknown {
  const [writtenAs, body] = text.split('.');
  if (writtenAs !== version || body === undefined) return undefined;
  const binary = atob(body.replaceAll('-', '+').replaceAll('_', '/'));
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (c) => c.charCodeAt(0))));
}

/** Local storage, or `undefined` if there is none: during prerendering, or if the browser forbids it. */
function store(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

/** True if the browser lets the page read what is stored: only then does a missing value mean that another tab has removed it. */
export function canReadStored(): boolean {
  try {
    return store()?.getItem(storageKeys.session) !== undefined;
  } catch {
    return false;
  }
}

/** Reads and checks a value; a value that `isValid` refuses counts as damaged and is removed. */
export function readStored<T>(key: string, isValid: (value: unknown) => value is T): T | undefined {
  const text = readPlain(key);
  if (text === undefined) return undefined;
  try {
    const value = decode(text);
    if (isValid(value)) return value;
  } catch {
    // Damaged: handled like a value of an unknown version.
  }
  removeStored(key);
  return undefined;
}

/** Writes a value. If the storage is full or forbidden, the value is lost and nothing is thrown. */
export function writeStored(key: string, value: unknown): void {
  try {
    store()?.setItem(key, encode(value));
  } catch {
    removeStored(key);
  }
}

/** Removes a value; does nothing where the browser stores nothing. */
export function removeStored(key: string): void {
  try {
    store()?.removeItem(key);
  } catch {
    // In this case nothing was stored.
  }
}

/**
 * Reads a text without decoding it; `undefined` if there is none, or if the browser's storage is forbidden or damaged. Only one key
 * has a text that is not encoded, because other programs share it (`selectedLanguage`).
 */
export function readPlain(key: string): string | undefined {
  try {
    return store()?.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a text as it is; does nothing where the browser stores nothing. */
export function writePlain(key: string, text: string): void {
  try {
    store()?.setItem(key, text);
  } catch {
    // The choice then lasts only as long as the page.
  }
}

/** Reads a plain text that this tab keeps until it is closed. */
export function readOfTab(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a plain text in this tab, across reloads; returns `false` if the browser stores nothing. */
export function writeOfTab(key: string, text: string): boolean {
  try {
    sessionStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Removes a value of this tab; does nothing where the browser stores nothing. */
export function removeOfTab(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // In this case nothing was stored.
  }
}
