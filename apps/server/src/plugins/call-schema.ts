import { isPublished, nameOf } from '@tapfolio/contracts/contract.ts';
import type { Call } from '@tapfolio/contracts/define-call.ts';
import { refusals } from '@tapfolio/contracts/shared.ts';
import type { FastifySchema } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract of this route. Every route below `/public/` and `/internal/` has one, or the server does not start. */
    call?: Call;
  }
}

/** What Fastify checks and describes of a call. A call that is not published stays out of the OpenAPI document. */
export function schemaOf(call: Call): FastifySchema {
  const { params, query, body, answers } = call;
  const shapes = { ...(params && { params }), ...(query && { querystring: query }), ...(body && { body }) };
  if (!isPublished(call)) return { ...shapes, response: answers, hide: true };
  return {
    ...shapes,
    operationId: nameOf(call),
    tags: [call.tag],
    summary: call.summary,
    ...(call.who !== 'anyone' && { security: [{ session: [] }] }),
    response: { ...answers, ...refusals },
  };
}
