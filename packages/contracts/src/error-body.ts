import * as z from 'zod/mini';
import { errorCodes } from './error-catalogue.ts';

/** What an error answer says (ERR-01). */
export const errorFields = z.object({
  /** What went wrong. Each answer of a call lists the codes that it may have; `Refusal_` and the code is its meaning. */
  code: z.enum(errorCodes),
  /**
   * What belongs to the code. `fields` maps the path of a wrong field to the kind of its fault, and `codes` to the error code about it;
   * `retryAfterSeconds` says the same as the header `Retry-After`.
   */
  details: z.optional(z.record(z.string(), z.unknown())),
  /** The name of the call in the log of the server, as in the header `x-trace-id`. */
  traceId: z.string(),
});

/** The shape of every error answer. `confirmPasswordReset` has more fields beside `error`. */
export const errorBody = z.object({ error: errorFields });
export type ErrorBody = z.infer<typeof errorBody>;
