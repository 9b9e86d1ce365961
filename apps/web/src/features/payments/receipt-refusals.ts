import { ApiError } from '../../lib/api-error.ts';

const without: readonly string[] = ['NWA0013', 'NWA0010'];

/** True when the server says that a payment has no receipt, as opposed to having failed to make it. */
export function isWithoutReceipt(error: unknown): boolean {
  return error instanceof ApiError && without.includes(error.code);
}
