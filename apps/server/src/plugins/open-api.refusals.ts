import type { Call } from '@tapfolio/contracts/define-call.ts';
import { errorCodes, meaningOf, statusOf } from '@tapfolio/contracts/error-catalogue.ts';
import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import { refusalsOf } from '@tapfolio/contracts/refusals-of.ts';
import * as z from 'zod/mini';
import { partsOf } from './open-api.parts.ts';
import { describeType } from './open-api.shapes.ts';

/** What a call refuses with, as OpenAPI describes answers: the codes of each status. */
export function describeRefusals(call: Call<ErrorCode>): Record<string, object> {
  const byStatus = Map.groupBy(refusalsOf(call), statusOf);
  const beside = call.besideError && describeBeside(call.besideError);
  return Object.fromEntries(
    Array.from(byStatus, ([status, codes]) => {
      // An overloaded server refuses before it looks which call it is (`shedding.ts`).
      return [String(status), describeStatus(codes, status === 503 ? undefined : beside)];
    }),
  );
}

function describeStatus(codes: readonly ErrorCode[], beside: object | undefined): object {
  const [first, ...others] = codes.map((code) => ({ $ref: `#/components/schemas/${nameOf(code)}` }));
  const usual = others.length === 0 ? first : { oneOf: [first, ...others] };
  return {
    description: `Refused: ${codes.map((code) => `\`${code}\``).join(', ')}`,
    content: { 'application/json': { schema: beside ? { allOf: [usual, beside] } : usual } },
  };
}

function describeBeside(shape: z.ZodMiniObject): object {
  const { $schema: _, ...described } = z.toJSONSchema(shape, { override: describeType });
  return described;
}

/** Adds one shape for each code, with its meaning. `tidyDocument` drops those that no call of the document answers. */
export function withRefusals<Document extends object>(document: Document): Document {
  const { components } = partsOf(document);
  return { ...document, components: { ...components, schemas: { ...components?.schemas, ...refusalSchemas } } };
}

const refusalSchemas = Object.fromEntries(
  errorCodes.map((code) => [
    nameOf(code),
    {
      description: meaningOf(code),
      allOf: [{ $ref: '#/components/schemas/ErrorBody' }],
      properties: { error: { properties: { code: { const: code } } } },
    },
  ]),
);

function nameOf(code: ErrorCode): string {
  return `Refusal_${code}`;
}
