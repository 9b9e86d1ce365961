import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import { ApiError } from './api-error.ts';
import { currentT, type LazyText, loadFaultTexts, loadTexts } from './i18n.ts';
import { notify } from './notices.ts';

/** The codes of faults on our side that no caller could have avoided. */
export const faultCodes = [
  'TM0001',
  'db_cannot_read',
  'db_cannot_insert',
  'db_cannot_update',
  'db_cannot_delete',
] as const satisfies readonly ErrorCode[];

/** The sentence for a refusal. What is no refusal of the server is a fault of ours. */
export function errorText(error: unknown): LazyText {
  if (!(error instanceof ApiError)) return (t) => t('errors.TM0001');
  if (error.status === 0) return (t) => t(navigator.onLine ? 'common.network' : 'common.offline');
  const key = `errors.${error.code}` as const;
  return (t) => {
    const text = t(key);
    return text === key ? t('errors.TM0001') : text;
  };
}

/** Loads the text of a code, if it is not there yet. Without it the code is said in general words. */
export async function loadErrorText(code: ErrorCode): Promise<void> {
  const key = `errors.${code}` as const;
  await loadTexts().catch(() => undefined);
  if (currentT()(key) === key) await loadFaultTexts();
}

export function traceIdOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.traceId : undefined;
}

type Special<R> = Partial<Record<ErrorCode, (error: ApiError) => R>>;

/**
 * Deals with a failed call: a screen names the codes it treats specially, everything else becomes a notice with the
 * trace id. A lost session has been dealt with before (SES-09), so it gives no second notice.
 */
export function handleError<R>(error: unknown, special: Special<R> = {}, title?: LazyText): R | undefined {
  if (error instanceof ApiError) {
    const handler = special[error.code];
    if (handler) return handler(error);
    if (error.status === 401) return undefined;
  } else {
    report(error);
  }
  notify({
    type: 'danger',
    title: title ?? ((t) => t('errors.title')),
    content: errorText(error),
    traceId: traceIdOf(error),
    uniqId: `error-${error instanceof ApiError ? error.code : 'fault'}`,
  });
  return undefined;
}

/**
 * Logs what the page does, for developers. Only a build with `VITE_DEBUG_LOG=on` does so; from any other
 * the bundler takes it out.
 */
export function debug(...what: readonly unknown[]): void {
  if (import.meta.env.VITE_DEBUG_LOG === 'on') console.debug('[tapfolio]', ...what);
}

/** The client's error log (WEB-02): the browser console, nothing leaves the machine. */
export function report(error: unknown): void {
  console.error(error);
}
