import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import { ApiError } from './api-error.ts';

/**
 * Handles the refusal of a removal. This code means that another tab was faster, or that the answer to an earlier try was lost:
 * in both cases the thing is removed, as the passenger wanted. Throws every other refusal again.
 */
export function goneAlready(code: ErrorCode): (error: unknown) => null {
  return (error) => {
    if (error instanceof ApiError && error.code === code) return null;
    throw error;
  };
}
