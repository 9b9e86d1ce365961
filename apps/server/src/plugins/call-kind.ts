import type { FastifyRequest } from 'fastify';

/**
 * Is this one of the calls below such a path? Judged by the route that answers it, since an address can be written in many
 * ways (`/%70ublic/…`); by the address if no route does.
 */
export function isCallBelow(prefix: '/public/' | '/internal/', request: FastifyRequest): boolean {
  const { url } = request.routeOptions;
  // Pages take every path that nothing else takes, those of calls that do not exist among them.
  return (url === undefined || url === '/*' ? request.url : url).startsWith(prefix);
}
