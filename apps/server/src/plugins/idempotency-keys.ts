import { setTimeout as sleep } from 'node:timers/promises';
import { nameOf } from '@tapfolio/contracts/contract.ts';
import { type Call, isKeyed } from '@tapfolio/contracts/define-call.ts';
import { errorBody } from '@tapfolio/contracts/error-body.ts';
import { passingCodes } from '@tapfolio/contracts/error-catalogue.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { addressBlock } from '../lib/address-block.ts';
import { AppError } from '../lib/app-error.ts';
import { assertThat } from '../lib/assert-that.ts';
import { hashedUuid, keyedHash } from '../lib/hashing.ts';
import type { Transaction } from '../lib/sql.ts';
import { findKey, releaseKey, rememberAnswer, takeKey } from './idempotency-keys.queries.ts';

declare const remembered: unique symbol;
/** An answer that was written down with the work of its call. The handler of a call with a key returns no other. */
export type Remembered<Answer> = Answer & { readonly [remembered]: true };

/** A call that acts once, although its caller may repeat it with the same key. */
export interface KeyedCall {
  /** A UUID that follows from the caller, the key and the request: a repetition has the same one, also where the database has lost the key. */
  readonly actId: string;
  /**
   * Writes the answer down in the transaction that does the work of the call, and returns it: both are committed, or neither is.
   * @throws AppError `idempotency_key_running` when a repetition took the key over: then the work of this call must not be
   *   committed too.
   */
  remember<Answer extends object>(tx: Transaction, answer: Answer): Promise<Remembered<Answer>>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set in calls that take an `Idempotency-Key`; a handler sees the type of its call: see `handle`. */
    keyed: KeyedCall | null;
  }
}

/** For this long no repetition runs. A repetition takes the key over from a call that takes longer. */
const runningSeconds = 15;
/** How long a repetition waits for the answer to the first call. */
const patienceMs = 2000;
const shortestPauseMs = 40;
const longestPauseMs = 250;
/** Refusals of the request itself, except those whose reason passes (`passingCodes`). Any other refusal frees the key. */
const lastingStatuses: ReadonlySet<number> = new Set([404, 409, 410, 422]);

interface HeldKey {
  readonly caller: Buffer;
  readonly key: string;
  readonly requestHash: Buffer;
  /** Until when no other call may take the key. No other call that takes the key gets the same instant. */
  readonly runningUntil: string;
  isRemembered: boolean;
}

/**
 * Makes a call that is declared with `idempotency: 'key'` act once for each `Idempotency-Key` of its caller. A repetition waits a
 * little for the answer to the first call and gets it; the same key with another request is refused (`idempotency_key_reused`). Runs
 * after the guard, so that the caller is known.
 */
export const idempotencyKeys = fastifyPlugin(
  (app) => {
    const heldKeys = new WeakMap<FastifyRequest, HeldKey>();
    app.decorateRequest('keyed', null);
    app.addHook('onRoute', (route) => {
      const call = route.config?.call;
      if (call === undefined || !isKeyed(call)) return;
      const take = async (request: FastifyRequest, reply: FastifyReply) => {
        const held = await takeOrReplay(request, reply, call);
        if (held === undefined) return reply;
        heldKeys.set(request, held);
        request.keyed = keyedCall(reply, held);
        return undefined;
      };
      route.preHandler = [...[route.preHandler ?? []].flat(), take];
      route.onSend = [
        ...[route.onSend ?? []].flat(),
        async (request, reply, payload) => {
          const held = heldKeys.get(request);
          // If the transaction failed after `remember`, the answer is not in the database.
          if (held !== undefined && !(held.isRemembered && reply.statusCode < 400))
            await keepOrRelease(request, reply, { held, payload });
        },
      ];
    });
  },
  { name: 'idempotency-keys', dependencies: ['route-access'] },
);

/** Takes the key. Undefined when the reply is already sent: the remembered answer. */
async function takeOrReplay(request: FastifyRequest, reply: FastifyReply, call: Call): Promise<HeldKey | undefined> {
  const { pool, keys } = request.server.context;
  const key = String(request.headers['idempotency-key']); // the shape of the call demands it
  const caller = keyedHash(keys.throttles, `idempotency caller\0${nameOfCaller(request)}`);
  const requestHash = keyedHash(
    keys.throttles,
    `idempotency\0${request.method} ${request.url}\0${JSON.stringify(request.body)}`,
  );
  const deadline = performance.now() + patienceMs;
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const [held] = await takeKey(pool, { caller, key, call: nameOf(call), requestHash, runningSeconds });
    if (held !== undefined) return { caller, key, requestHash, runningUntil: held.running_until, isRemembered: false };
    const [known] = await findKey(pool, { caller, key, requestHash });
    assertThat(known?.is_same !== false, 'idempotency_key_reused');
    if (known !== undefined && known.status !== null) {
      void reply.code(known.status).header('idempotency-replayed', 'true');
      await send(reply, known.status, known.answer);
      return undefined;
    }
    if (performance.now() > deadline) throw new AppError('idempotency_key_running', { retryAfterSeconds: 1 });
    await sleep(pauseMs * (0.5 + Math.random()));
  }
}

/** Sends a remembered answer. Refusals have no schema among the answers of the call, so they are sent as text. */
async function send(reply: FastifyReply, status: number, answer: unknown): Promise<void> {
  if (status < 400) await reply.send(answer);
  else await reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
}

function keyedCall(reply: FastifyReply, held: HeldKey): KeyedCall {
  return {
    actId: hashedUuid(
      `act of a keyed call\0${[held.caller, held.requestHash].map((one) => one.toString('hex')).join()}\0${held.key}`,
    ),
    remember: async <Answer extends object>(tx: Transaction, answer: Answer) => {
      const { caller, key, runningUntil } = held;
      const kept = await rememberAnswer(tx, { caller, key, runningUntil, status: reply.statusCode, answer });
      assertThat(kept.length === 1, 'idempotency_key_running', { retryAfterSeconds: 1 });
      held.isRemembered = true;
      return answer as Remembered<Answer>; // the mark is a type only
    },
  };
}

/** Remembers an answer that lasts; else it frees the key. */
async function keepOrRelease(
  request: FastifyRequest,
  reply: FastifyReply,
  { held, payload }: { held: HeldKey; payload: unknown },
): Promise<void> {
  const { pool } = request.server.context;
  const { caller, key, runningUntil } = held;
  const { statusCode: status } = reply;
  try {
    const answer: unknown = typeof payload === 'string' ? JSON.parse(payload) : undefined;
    if (isLasting(request, status, answer)) await rememberAnswer(pool, { caller, key, runningUntil, status, answer });
    else await releaseKey(pool, { caller, key, runningUntil });
  } catch (error) {
    // The key is free again once the time of the call is over.
    request.log.warn({ err: error }, 'the answer to a key could not be kept');
  }
}

/**
 * Whether a repetition gets the same answer: after a success, and after a refusal of the request itself. Refusals of guests are not
 * kept: a stranger could fill the table with them.
 */
function isLasting({ passenger, operator }: FastifyRequest, status: number, answer: unknown): boolean {
  if (status < 400) return answer !== undefined;
  if (passenger === null && operator === null) return false;
  const { data } = errorBody.safeParse(answer);
  return lastingStatuses.has(status) && data !== undefined && !passingCodes.has(data.error.code);
}

/** Each caller has separate keys. A system stays the same caller when its API key is replaced. */
function nameOfCaller(request: FastifyRequest): string {
  if (request.passenger !== null) return `passenger ${request.passenger.passengerId}`;
  if (request.operator !== null) return `system ${request.operator.operatorCode ?? ''}\0${request.operator.system}`;
  return `address ${addressBlock(request.ip)}`;
}
