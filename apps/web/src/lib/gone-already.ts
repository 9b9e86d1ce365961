import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import { ApiError } from './api-error.ts';

/**
 * Handles the refusal of a removal. This code means that the thing is gone already, as the passenger wanted: another tab was
 * faster, or the answer to an earlier try was lost. Throws every other refusal again.
 */
export function goneAlready(code: ErrorCode): (error: unknown) => null {
  return (error) => {
    if (error instanceof ApiError && error.code === code) return null;
    throw error;
  };
}
