import { statusOf } from '@tapfolio/contracts/error-catalogue.ts';
import type { DetailsOf, ErrorCode } from '@tapfolio/contracts/errors.ts';

/** The details that the catalogue promises with a code, then the options. Details may be left out where it promises none. */
export type Particulars<C extends ErrorCode> =
  undefined extends DetailsOf<C>
    ? [details?: DetailsOf<C>, options?: ErrorOptions]
    : [details: DetailsOf<C>, options?: ErrorOptions];

/** A refusal the product has a word for. Everything else that is thrown is a bug and answers `TM0001`. */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: C, ...particulars: Particulars<C>) {
    const [details, options] = particulars;
    super(code, options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  /** The HTTP status this code travels under. */
  get status(): number {
    return statusOf(this.code);
  }
}

/** Does `work`, and refuses with the second code where it refuses with the first: its caller may not learn more than that. */
export async function refuseAs<Result>(
  [from, to]: readonly [from: ErrorCode, to: ErrorCode],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError && error.code === from ? new AppError(to, undefined, { cause: error }) : error;
  }
}
