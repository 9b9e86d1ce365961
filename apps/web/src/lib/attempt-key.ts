import { ApiError } from './api-error.ts';
import { sha256 } from './sha256.ts';
import { readOfTab, removeOfTab, writeOfTab } from './storage.ts';

/**
 * The keys that let the server recognise a repeated request (`Idempotency-Key`). A key stays in the session storage of the tab until
 * a final answer has come, so that a second press and a reload repeat the request and never make another.
 */
const prefix = 'payAttempt.';

/** What the key belongs to: the call, everything that is sent in it, and the try. Only its hash is stored. */
const nameOf = async (request: unknown): Promise<string> => prefix + (await sha256(JSON.stringify(request)));

/** Without a storage the key lasts as long as the page. */
const forgetful = new Map<string, string>();

/** The key of a request that has no final answer yet, or a new one. */
export async function attemptKey(request: unknown): Promise<string> {
  const name = await nameOf(request);
  const known = readOfTab(name) ?? forgetful.get(name);
  if (known !== undefined) return known;
  const key = crypto.randomUUID();
  forgetful.set(name, key);
  writeOfTab(name, key);
  return key;
}

/** Call this when the answer is final: the same request later is another one. */
export async function forgetAttempt(request: unknown): Promise<void> {
  const name = await nameOf(request);
  forgetful.delete(name);
  removeOfTab(name);
}

/** True if the server may have acted although it answered with this error. The same key is then sent again. */
export const isUnsure = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Sends a request with its key: however often it is sent before a final answer, the server acts once. */
export async function sendOnce<Answer>(request: unknown, send: (key: string) => Promise<Answer>): Promise<Answer> {
  try {
    const answer = await send(await attemptKey(request));
    await forgetAttempt(request);
    return answer;
  } catch (error) {
    if (!isUnsure(error)) await forgetAttempt(request);
    throw error;
  }
}
