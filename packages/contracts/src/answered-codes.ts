import * as z from 'zod/mini';
import { allCalls } from './contract.ts';
import { type Call, isKeyed, tagOf } from './define-call.ts';
import { familyEntries } from './error-catalogue.ts';
import { fieldCode } from './errors/field-codes.ts';
import { type Fault, type SystemCode, systemCodes, systemFaults } from './errors/system-codes.ts';
import type { ErrorCode } from './errors.ts';
import { refusalsOf } from './refusals-of.ts';

/** The codes that at least one call answers with, computed from the declarations of all calls. No list repeats them. */

/** For each part of a request, a value that every field with a restriction refuses. */
const nonsense = { params: 'none', query: 'x'.repeat(300), body: [[]] } as const;

/** The codes that say what is missing or wrong in a request. */
function fieldCodesOf(call: Call): SystemCode[] {
  const tag = tagOf(call);
  const { missing, invalid } = systemCodes.request;
  return [
    ...(['params', 'query', 'body'] as const).flatMap((part) =>
      Object.entries(fieldsOf(call[part])).flatMap(([name, field]) => [
        // A path parameter cannot be missing: without it, the address is that of another call.
        ...(part !== 'params' && isRefused(field, undefined) ? [fieldCode(name, true, tag)] : []),
        ...(isRefused(field, nonsense[part]) ? [fieldCode(name, false, tag)] : []),
      ]),
    ),
    ...(call.body === undefined ? [] : [missing, invalid]),
    ...(isKeyed(call) ? [systemCodes.idempotencyKey.missing, systemCodes.idempotencyKey.invalid] : []),
  ];
}

function fieldsOf(shape: Call['body']): Readonly<Record<string, z.core.$ZodType>> {
  return shape instanceof z.ZodMiniObject ? shape.shape : {};
}

function isRefused(field: z.core.$ZodType, value: unknown): boolean {
  return !z.safeParse(field, value).success;
}

const answered: ReadonlySet<ErrorCode> = new Set([
  // The answer for a path that no call has.
  systemCodes.request.unknown,
  ...allCalls.flatMap((call) => [...refusalsOf(call), ...fieldCodesOf(call)]),
]);

const silent: Readonly<Record<Fault, string>> = {
  internal: 'An unexpected fault is always `TM0001`, whichever thing it is about.',
  missing: 'No call has a required field for it.',
  invalid: 'No call has a field for it that can be invalid.',
  unknown: 'No call looks for it, or a more exact code says that it was not found.',
};

const faultOf = new Map<ErrorCode, Fault>(systemFaults.map(({ code, fault }) => [code, fault]));
const reasons = new Map(Object.entries(familyEntries).map(([code, { textOnly }]) => [code, textOnly]));

/** Why no call answers with the code today although it has a text. Returns undefined for a code that a call answers with. */
export function textOnlyReason(code: ErrorCode): string | undefined {
  const fault = faultOf.get(code);
  return fault === undefined || answered.has(code) ? reasons.get(code) : silent[fault];
}
