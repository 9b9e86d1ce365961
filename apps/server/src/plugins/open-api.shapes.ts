import { contract, namedShapes, operatorCalls } from '@tapfolio/contracts/contract.ts';
import type { Call } from '@tapfolio/contracts/define-call.ts';
import { type $ZodPipe, $ZodRegistry, type $ZodType, type $ZodTypes, type JSONSchema, toJSONSchema } from 'zod/v4/core';

/** The shapes that a document describes once and refers to by name. What a call asks for is described at the call. */
export function namedAnswers(): $ZodRegistry<{ id: string }> {
  const questions = new Set<unknown>(
    [...Object.values<Call>(contract), ...Object.values(operatorCalls)].flatMap(({ params, query, body }) => [
      params,
      query,
      body,
    ]),
  );
  const registry = new $ZodRegistry<{ id: string }>();
  for (const [id, shape] of namedShapes.toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (!questions.has(shape)) registry.add(shape, { id });
  return registry;
}

interface Typed {
  readonly zodSchema: $ZodTypes;
  readonly jsonSchema: JSONSchema.BaseSchema;
}

/**
 * Says of a number in an address that it is a number, and between which bounds: it is read from digits. Does not say of an object that it has
 * no other fields: a later release may add some to an answer, and those of a request are ignored.
 */
export function describeType({ zodSchema, jsonSchema }: Typed): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (isReadFromDigits(zodSchema)) {
    const { type, minimum, maximum } = toJSONSchema(zodSchema._zod.def.out, { io: 'output' });
    delete jsonSchema.pattern;
    Object.assign(jsonSchema, { type, minimum, maximum });
  }
  const { def } = zodSchema._zod;
  if (def.type === 'default') jsonSchema.default = def.defaultValue;
}

function isReadFromDigits(schema: $ZodType): schema is $ZodPipe {
  const { def } = (schema as $ZodTypes)._zod;
  return def.type === 'pipe' && toJSONSchema(def.out, { io: 'output', unrepresentable: 'any' }).type === 'integer';
}
