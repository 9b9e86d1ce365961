import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import { ApiError } from './api-error.ts';

/**
 * For the refusal of a removal: with this code what was to be removed is gone, as the passenger wished. Another tab was faster, or
 * the answer to an earlier try was lost. Throws every other refusal again.
 */
export function goneAlready(code: ErrorCode): (error: unknown) => null {
  return (error) => {
    if (error instanceof ApiError && error.code === code) return null;
    throw error;
  };
}
