import type { Call } from '@tapfolio/contracts/define-call.ts';
import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type * as z from 'zod/mini';
import { schemaOf } from '../plugins/call-schema.ts';
import type { KeyedCall, Remembered } from '../plugins/idempotency-keys.ts';
import { type CallingSystem, countApiKey, requireApiKey } from './api-key-gate.ts';
import type { Passenger } from './caller.ts';
import type { OwnMedium } from './own-media.ts';
import { countSession, requireCard, requireSession } from './session-gate.ts';
import { takeTurn } from './turns.ts';

type Read<C, Part extends string> = C extends { readonly [P in Part]: infer S extends z.ZodMiniType }
  ? z.output<S>
  : unknown;

type Parts<C> = { Params: Read<C, 'params'>; Querystring: Read<C, 'query'>; Body: Read<C, 'body'> };

/** What the guard of a call has found out. The request of an open call has no passenger, not even a possible one. */
type Found<C> = C extends { who: 'card' }
  ? { passenger: Passenger; media: readonly OwnMedium[]; operator: null }
  : C extends { who: 'passenger' }
    ? { passenger: Passenger; media: null; operator: null }
    : C extends { who: 'operator' }
      ? { passenger: null; media: null; operator: CallingSystem }
      : { passenger: null; media: null; operator: null };

/** The request of a call: its parts as the contract reads them, and who is calling. */
export type RequestOf<C> = FastifyRequest<Parts<C>> &
  Found<C> & { keyed: C extends { idempotency: 'key' } ? KeyedCall : null };

type Shapes<C> = C extends { answers: infer A } ? A[keyof A] : never;
/** Never if the contract has no JSON answer: then the handler returns nothing, or the reply that it has filled. */
type Json<S> = S extends z.ZodMiniType ? (z.input<S> extends null ? never : z.input<S>) : never;
/** A call with a key answers with what it has remembered: otherwise it could act twice if the process dies after its work. */
type Answer<C> = C extends { idempotency: 'key' } ? Remembered<Json<Shapes<C>>> : Json<Shapes<C>>;
type Result<C> = [Answer<C>] extends [never]
  ? FastifyReply | Promise<FastifyReply> | Promise<void>
  : FastifyReply | Answer<C> | Promise<FastifyReply | Answer<C>>;

/**
 * Registers the route of a call. Method, path, guard, shapes, rate and status come from the contract. The handler returns
 * the answer, nothing when the contract has none, or the reply when it has filled that itself.
 */
export function handle<C extends Call<ErrorCode>>(
  app: FastifyInstance,
  call: C,
  handler: (request: RequestOf<C>, reply: FastifyReply) => Result<C>,
  options: Pick<RouteOptions, 'errorHandler' | 'exposeHeadRoute'> = {},
): void {
  const status = Number(Object.keys(call.answers)[0] ?? 200);
  // The shapes have read the parts, and the guard has found what the type promises.
  const run = handler as (request: FastifyRequest, reply: FastifyReply) => unknown;
  app.route({
    ...options,
    ...guardOf(call),
    method: call.method,
    url: call.path,
    schema: schemaOf(call),
    config: { call },
    // Supervisors ask every few seconds: a line for each question would hide the others.
    ...(call.who === 'supervisor' && { logLevel: 'warn' }),
    handler: status === 200 ? run : async (request, reply) => (await run(request, reply.code(status))) ?? reply.send(),
  });
}

function guardOf({ who }: Call): Pick<RouteOptions, 'onRequest' | 'preHandler' | 'preValidation'> {
  if (who === 'card') return { onRequest: countSession, preHandler: [requireCard, takeTurn] };
  // A caller without a key does not learn what a request must look like.
  if (who === 'operator') return { onRequest: countApiKey, preValidation: requireApiKey };
  return who === 'passenger' ? { onRequest: countSession, preHandler: [requireSession, takeTurn] } : {};
}
