import * as z from 'zod/mini';
import { allCalls } from './contract.ts';
import type { Call } from './define-call.ts';
import { familyEntries } from './error-catalogue.ts';
import { fieldCode } from './errors/field-codes.ts';
import { type Fault, type SystemCode, systemCodes, systemFaults } from './errors/system-codes.ts';
import type { ErrorCode } from './errors.ts';
import { refusalsOf } from './refusals-of.ts';

/** Which codes some call answers with. It follows from the declarations of all calls, so no list names them. */

/** A value that no field takes which takes only some, for each part of a request. */
const nonsense = { params: 'none', query: 'x'.repeat(300), body: [[]] } as const;

/** The codes that tell what is missing or wrong in a request. */
function fieldCodesOf(call: Call): SystemCode[] {
  const tag = 'tag' in call ? call.tag : undefined;
  const { missing, invalid } = systemCodes.request;
  const isKeyed = 'idempotency' in call && call.idempotency === 'key';
  return [
    ...(['params', 'query', 'body'] as const).flatMap((part) =>
      Object.entries(fieldsOf(call[part])).flatMap(([name, field]) => [
        // An address without a part of its path is another address.
        ...(part !== 'params' && isRefused(field, undefined) ? [fieldCode(name, true, tag)] : []),
        ...(isRefused(field, nonsense[part]) ? [fieldCode(name, false, tag)] : []),
      ]),
    ),
    ...(call.body === undefined ? [] : [missing, invalid]),
    ...(isKeyed ? [systemCodes.idempotencyKey.missing, systemCodes.idempotencyKey.invalid] : []),
  ];
}

function fieldsOf(shape: Call['body']): Readonly<Record<string, z.core.$ZodType>> {
  return shape instanceof z.ZodMiniObject ? shape.shape : {};
}

function isRefused(field: z.core.$ZodType, value: unknown): boolean {
  return !z.safeParse(field, value).success;
}

const answered: ReadonlySet<ErrorCode> = new Set([
  // A path that no call has.
  systemCodes.request.unknown,
  ...allCalls.flatMap((call) => [...refusalsOf(call), ...fieldCodesOf(call)]),
]);

const silent: Readonly<Record<Fault, string>> = {
  internal: 'A fault that nobody foresaw is `TM0001`, whatever it was about.',
  missing: 'No call has a field for it that must be filled in.',
  invalid: 'No call has a field for it that could be wrong.',
  unknown: 'No call looks for it, or a code of its own says so.',
};

const faultOf = new Map<ErrorCode, Fault>(systemFaults.map(({ code, fault }) => [code, fault]));
const reasons = new Map(Object.entries(familyEntries).map(([code, { textOnly }]) => [code, textOnly]));

/** Why no call answers with the code today, though it has a text; undefined for a code that is answered. */
export function textOnlyReason(code: ErrorCode): string | undefined {
  const fault = faultOf.get(code);
  return fault === undefined || answered.has(code) ? reasons.get(code) : silent[fault];
}
