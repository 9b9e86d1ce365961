import { ApiError } from './api-error.ts';

/** True if a call that has failed so often before may succeed the next time. A refusal is not repeated, nor is a call that took too long. */
export function mayRetry(failures: number, error: unknown): boolean {
  if (!navigator.onLine) return false;
  const isPassing = !(error instanceof ApiError) || error.status === 0 || error.status >= 502;
  return isPassing && failures < 2 && !(error instanceof ApiError && error.details.isLate === true);
}
