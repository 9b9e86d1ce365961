import type { FastifyRequest } from 'fastify';

/**
 * Is this one of the calls below such a path? Judged by the route that takes it, since an address can be written in many
 * ways (`/%70ublic/…`); by the address where no route does.
 */
export function isCallBelow(prefix: '/public/' | '/internal/', request: FastifyRequest): boolean {
  return (request.routeOptions.url ?? request.url).startsWith(prefix);
}
