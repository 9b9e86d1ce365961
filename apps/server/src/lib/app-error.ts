import { type ErrorCode, errorStatus } from '@tapfolio/contracts/errors.ts';

/** A refusal the product has a word for. Everything else that is thrown is a bug and answers `internal_error`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, details?: Record<string, unknown>, options?: ErrorOptions) {
    super(code, options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  /** The HTTP status this code travels under. */
  get status(): number {
    return errorStatus[this.code];
  }
}
