import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import pg from 'pg';
import { AppError } from './app-error.ts';

/** The refusal for each violated constraint of the account tables. */
export type ConstraintCodes = Readonly<Record<string, ErrorCode>>;

/**
 * Does `work` and turns a violated constraint into its code: the database decides, the map only translates.
 * @throws AppError with the code; any other failure of `work` as it is.
 */
export async function refuseByConstraint<Result>(codes: ConstraintCodes, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const name = error instanceof pg.DatabaseError ? error.constraint : undefined;
    const code = name === undefined ? undefined : codes[name];
    throw code === undefined ? error : new AppError(code, undefined, { cause: error });
  }
}
