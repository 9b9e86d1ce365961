import { isPublished, nameOf } from '@tapfolio/contracts/contract.ts';
import { type Call, isKeyed, type OperatorCall, type PublishedCall } from '@tapfolio/contracts/define-call.ts';
import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract of this route. Every route below `/public/` and `/internal/` has one, or the server does not start. */
    call?: Call<ErrorCode>;
  }
}

const refuseJsonSchema = (): never => {
  throw new Error('a route has a schema that is of no contract');
};

/** An option of Fastify: without it, Fastify loads its compilers of JSON schemas (2 MB) before it can be given those of contracts. */
export const withoutJsonSchemas = {
  compilersFactory: { buildValidator: refuseJsonSchema, buildSerializer: refuseJsonSchema },
};

/** Requests are checked, and answers written, by the shapes of contracts. */
export function compileContracts(app: FastifyInstance): void {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
}

/** A name that the caller makes up for one act, such as a UUID. */
const keyHeader = z.looseObject({
  'idempotency-key': z.string().check(z.minLength(16), z.maxLength(64), z.regex(/^[\w-]+$/)),
});

/** What Fastify checks and describes of a call. One of a browser, the provider or a supervisor is in no OpenAPI document. */
export function schemaOf(call: Call<ErrorCode>): FastifySchema {
  const { params, query, body, answers } = call;
  const shapes = {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(isKeyed(call) && { headers: keyHeader }),
  };
  if (!isPublished(call) && call.who !== 'operator') return { ...shapes, response: answers, hide: true };
  return {
    ...shapes,
    operationId: nameOf(call),
    tags: [call.tag],
    summary: call.summary,
    ...securityOf(call),
    response: answers,
  };
}

function securityOf(call: PublishedCall | OperatorCall): FastifySchema {
  // The empty list says that no session is needed; without it a reader would have to guess.
  if (call.who === 'anyone') return { security: [] };
  return {
    security: call.who === 'operator' ? [{ apiKey: call.scope === 'any' ? [] : [call.scope] }] : [{ session: [] }],
  };
}
