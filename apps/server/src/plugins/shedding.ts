import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '@tapfolio/contracts/error-body.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import { comeBackSeconds } from '../lib/come-back.ts';
import { refusalHeaders } from './security-headers.ts';

export interface Refusal {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The whole answer as it stands on the line, on a connection that stays open or one that ends. */
  readonly bytes: { readonly open: Buffer; readonly closing: Buffer };
}

const lineMs = 1000;
const busyMs = 5000;
const variants = 8;

/**
 * The answer to all callers who are refused within one second because too many call. They share one line of the log and its trace
 * id, so that refusing costs next to nothing and can still be looked up.
 */
export class Shedding {
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #clock: Clock;
  #refusals: readonly [Refusal, ...Refusal[]] | null = null;
  #refused = 0;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(log: Pick<FastifyBaseLogger, 'warn'>, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  /** Was a caller refused just now? */
  get isBusy(): boolean {
    return performance.now() - this.#lastAt < busyMs;
  }

  /** Counts one more refused caller and returns the answer. */
  next(): Refusal {
    this.#lastAt = performance.now();
    const refusals = this.#refusals ?? this.#begin();
    this.#refused += 1;
    return refusals[this.#refused % variants] ?? refusals[0];
  }

  #begin(): readonly [Refusal, ...Refusal[]] {
    const traceId = randomUUID();
    const now = this.#clock.now();
    const others = Array.from({ length: variants - 1 }, () => createRefusal(traceId, now));
    const refusals = [createRefusal(traceId, now), ...others] as const;
    this.#refusals = refusals;
    this.#refused = 0;
    setTimeout(() => {
      this.#log.warn({ traceId, refused: this.#refused }, 'too many calls at once');
      this.#refusals = null;
    }, lineMs).unref();
    return refusals;
  }
}

function createRefusal(traceId: string, now: Date): Refusal {
  const body = JSON.stringify({ error: { code: 'unavailable', traceId } } satisfies ErrorBody);
  const headers = {
    ...refusalHeaders,
    'x-trace-id': traceId,
    'retry-after': String(comeBackSeconds()),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const whole = (connection: string) =>
    Buffer.from(
      [
        'HTTP/1.1 503 Service Unavailable',
        ...lines,
        `date: ${now.toUTCString()}`,
        `connection: ${connection}`,
        '',
        body,
      ].join('\r\n'),
    );
  return { headers, body, bytes: { open: whole('keep-alive'), closing: whole('close') } };
}
