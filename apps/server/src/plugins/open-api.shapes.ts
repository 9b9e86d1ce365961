import { contract, namedShapes, operatorCalls } from '@tapfolio/contracts/contract.ts';
import type { Call } from '@tapfolio/contracts/define-call.ts';
import { $ZodRegistry } from 'zod/v4/core';

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
