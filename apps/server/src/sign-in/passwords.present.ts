import type { AppError } from '../lib/app-error.ts';

/** What the specification reads beside `error` when a reset is refused (AUTH-11). */
export function presentRefusal({ code, details }: AppError): Record<string, unknown> {
  return { statusText: code, password_errors: details?.password_errors ?? [] };
}
