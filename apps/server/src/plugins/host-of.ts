import type { FastifyRequest } from 'fastify';

/**
 * The host that the browser asked for, with its port. Fastify's `request.host` and `request.hostname` would believe `X-Forwarded-Host` of a
 * trusted proxy, and a proxy passes on what a client sends under this name.
 */
export function hostOf({ headers }: FastifyRequest): string {
  return headers.host ?? '';
}

/** The same without the port. */
export function hostnameOf(request: FastifyRequest): string {
  return hostOf(request).replace(/:\d+$/, '');
}
