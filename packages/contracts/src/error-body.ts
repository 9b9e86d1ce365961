import * as z from 'zod/mini';
import { errorCodes } from './error-catalogue.ts';

/** What an error answer says (ERR-01). `details.fields` maps the path of a field to the kind of its fault. */
export const errorFields = z.object({
  code: z.enum(errorCodes),
  details: z.optional(z.record(z.string(), z.unknown())),
  traceId: z.string(),
});

/** The shape of every error answer. One call has fields beside `error` (`besideError` of its declaration). */
export const errorBody = z.object({ error: errorFields });
export type ErrorBody = z.infer<typeof errorBody>;
