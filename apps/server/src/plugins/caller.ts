import type { FastifyRequest } from 'fastify';

/** Where a call came from: what limits and audit events need to know of it. */
export interface Caller {
  readonly ip: string;
  readonly traceId: string;
}

export function callerOf(request: FastifyRequest): Caller {
  return { ip: request.ip, traceId: request.id };
}
