import type { ErrorCode } from '@tapfolio/contracts/errors.ts';

/** A call that was refused or got no answer. `unavailable` with status 0 means that the server was not reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;
  readonly traceId: string | undefined;

  constructor(problem: { status: number; code: ErrorCode; details?: Record<string, unknown>; traceId?: string }) {
    super(problem.code);
    this.status = problem.status;
    this.code = problem.code;
    this.details = problem.details ?? {};
    this.traceId = problem.traceId;
  }
}
