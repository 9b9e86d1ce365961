import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import { ApiError } from './api-error.ts';

/**
 * Handles the refusal of an act. This code means that what the passenger wanted is so already, for example that the thing to be
 * removed is gone: another tab was faster, or the answer to an earlier try was lost. Then it gives null. Throws every other refusal
 * again.
 */
export function alreadySo(code: ErrorCode): (error: unknown) => null {
  return (error) => {
    if (error instanceof ApiError && error.code === code) return null;
    throw error;
  };
}
