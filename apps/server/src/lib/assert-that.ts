import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import { AppError } from './app-error.ts';

/** A guard that reads as a sentence: throws `AppError(code)` unless the condition holds. */
export function assertThat(condition: unknown, code: ErrorCode, details?: Record<string, unknown>): asserts condition {
  if (!condition) throw new AppError(code, details);
}
