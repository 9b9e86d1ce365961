import { type ErrorCode, isErrorCode } from '@tapfolio/contracts/errors.ts';
import type { WebMessages } from '@tapfolio/locales/generated/keys.ts';
import { ApiError } from './api-error.ts';
import { currentT, type LazyText, loadFaultTexts, loadTexts, type T } from './i18n.ts';
import { isRecord } from './is-record.ts';
import { isLoadFailure } from './load-in-time.ts';
import { notify } from './notices.ts';
import { reloadPage } from './reload-page.ts';

/** The codes of failures that are our fault and that no caller could have avoided. */
export const faultCodes = [
  'TM0001',
  'db_cannot_read',
  'db_cannot_insert',
  'db_cannot_update',
  'db_cannot_delete',
] as const satisfies readonly ErrorCode[];

/** The sentence for a refusal of the server, or for a part of the page that did not arrive. Any other error is our own fault. */
export function errorText(error: unknown): LazyText {
  const isUnreached = error instanceof ApiError ? error.status === 0 : isLoadFailure(error);
  if (isUnreached) {
    // Read now: the network may be back when the sentence is shown again.
    const key = navigator.onLine ? 'common.network' : 'common.offline';
    return (t) => t(key);
  }
  if (!(error instanceof ApiError)) return (t) => t('errors.TM0001');
  const named = codesOfFields(error);
  return (t) => (named.length > 0 ? named : [error.code]).map((code) => sentence(t, code)).join(' ');
}

type ErrorKey = Extract<keyof WebMessages, `errors.${string}`>;

/** The key of a code's text. A code without a text does not compile here. */
const keyOf = (code: ErrorCode): ErrorKey => `errors.${code}`;

function sentence(t: T, code: ErrorCode): string {
  const key = keyOf(code);
  const text = t(key);
  return text === key ? t('errors.TM0001') : text;
}

/** The codes of single fields say more than the general code, so they replace it. */
function codesOfFields({ details: { codes } }: ApiError): readonly ErrorCode[] {
  return isRecord(codes) ? [...new Set(Object.values(codes))].filter(isErrorCode) : [];
}

/** Loads the texts of an error that are not loaded yet. Without them a general sentence is shown. */
export async function loadErrorText(error: ApiError): Promise<void> {
  await loadTexts().catch(() => undefined);
  const keys = [error.code, ...codesOfFields(error)].map(keyOf);
  if (keys.some((key) => currentT()(key) === key)) await loadFaultTexts();
}

/** The trace id of a call that failed; undefined if no server has answered. */
export function traceIdOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.traceId : undefined;
}

type Special<R> = Partial<Record<ErrorCode, (error: ApiError) => R>>;

/**
 * Handles a failed call: a screen names the codes that it treats specially, every other code becomes a notice with the
 * trace id. A lost session has been handled before (SES-09), so it causes no second notice.
 */
export function handleError<R>(error: unknown, special: Special<R> = {}, title?: LazyText): R | undefined {
  if (error instanceof ApiError) {
    const handler = special[error.code];
    if (handler) return handler(error);
    if (error.status === 401) return undefined;
  }
  showFailure(error, { title });
  return undefined;
}

type FailureWords = { title?: LazyText | undefined; retry?: () => void };

/** Shows a failure as a notice. If a part of the page did not arrive, the notice offers `retry`. */
export function showFailure(error: unknown, { title, retry = reloadPage }: FailureWords = {}): void {
  if (!(error instanceof ApiError)) report(error);
  notify({
    type: 'danger',
    title: title ?? ((t) => t('errors.title')),
    content: errorText(error),
    traceId: traceIdOf(error),
    // Browsers remember a part that did not arrive, so only a reload of the page loads it.
    ...(isLoadFailure(error) && { action: { label: (t: T) => t('common.retry'), run: retry } }),
    uniqId: `error-${error instanceof ApiError ? error.code : 'fault'}`,
  });
}

/**
 * Logs what the page does, for developers. Only a build with `VITE_DEBUG_LOG=on` does so; the bundler removes it
 * from all others.
 */
export function debug(...what: readonly unknown[]): void {
  if (import.meta.env.VITE_DEBUG_LOG === 'on') console.debug('[tapfolio]', ...what);
}

/** The client's error log (WEB-02): the browser console. Nothing leaves the machine. */
export function report(error: unknown): void {
  console.error(error);
}
