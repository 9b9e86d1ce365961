import { openOperations } from '@tapfolio/contracts/open-operations.ts';
import { type OperationName, operations } from '@tapfolio/contracts/operations.ts';
import type { FastifyRequest, RouteOptions } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';

/** Calls of browsers that are no part of the published interface. */
const unpublished = new Set([
  '/public/api/v1/openapi.json',
  '/public/api/v1/auth/sso/start',
  '/public/api/v1/auth/sso/callback',
]);

const open: ReadonlySet<string> = new Set(openOperations);

/**
 * Denies by default. A public route must be an operation of the contracts, at exactly its method and path, or the
 * server does not start; and unless it is declared open, its handler does not run before a gate has let someone in.
 */
export const routeAccess = fastifyPlugin(
  (app) => {
    app.addHook('onRoute', (route) => {
      if (!route.url.startsWith('/public/') || unpublished.has(route.url)) return;
      const operation = operationOf(route);
      if (!isOpenOperation(operation)) route.preHandler = [...handlersOf(route), requireGate];
    });
  },
  { name: 'route-access' },
);

/** Does this operation need no session? */
export function isOpenOperation(operation: string): boolean {
  return open.has(operation);
}

function operationOf(route: RouteOptions): OperationName {
  const call = `${String(route.method)} ${route.url}`;
  const { operationId } = (route.schema ?? {}) as { operationId?: string }; // the contracts name it, Fastify's type does not
  if (operationId === undefined || !isOperation(operationId))
    throw new Error(`${call} is no operation of the contracts`);
  if (operations[operationId] !== call) throw new Error(`${operationId} is ${operations[operationId]}, not ${call}`);
  return operationId;
}

function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}

function handlersOf({ preHandler }: RouteOptions) {
  if (preHandler === undefined) return [];
  return Array.isArray(preHandler) ? preHandler : [preHandler];
}

/** Runs after the gates of the route's scope, since hooks of a route come after those of its scope. */
async function requireGate(request: FastifyRequest): Promise<void> {
  if (request.passenger === null) throw new Error(`${request.method} ${request.routeOptions.url} has no gate`);
}
