import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import { AppError, type Particulars } from './app-error.ts';

/** A guard that reads as a sentence: throws `AppError(code)` unless the condition holds. */
export function assertThat<C extends ErrorCode>(
  condition: unknown,
  code: C,
  ...particulars: Particulars<C>
): asserts condition {
  if (!condition) throw new AppError(code, ...particulars);
}
