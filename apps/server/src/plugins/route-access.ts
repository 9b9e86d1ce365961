import { type OpenOperation, openOperations } from '@tapfolio/contracts/open-operations.ts';
import { type OperationName, operations } from '@tapfolio/contracts/operations.ts';
import { operationPermissions } from '@tapfolio/contracts/permissions.ts';
import { isPermitted } from '@tapfolio/domain/permissions.ts';
import type { FastifyRequest, RouteOptions } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { assertThat } from '../lib/assert-that.ts';

/** Calls of browsers that are no part of the published interface. */
const unpublished = new Set([
  '/public/api/v1/openapi.json',
  '/public/api/v1/auth/sso/start',
  '/public/api/v1/auth/sso/callback',
]);

const open: ReadonlySet<string> = new Set(openOperations);

/**
 * Denies by default. A public route must be an operation of the contracts, at exactly its method and path, or the
 * server does not start; and unless it is declared open, its handler does not run before a gate has let someone in whose
 * permission map covers it (ACC-05).
 */
export const routeAccess = fastifyPlugin(
  (app) => {
    app.addHook('onRoute', (route) => {
      if (!route.url.startsWith('/public/') || unpublished.has(route.url)) return;
      const operation = operationOf(route);
      if (!isOpenOperation(operation)) route.preHandler = [...handlersOf(route), requirePermission(operation)];
    });
  },
  { name: 'route-access' },
);

/** Does this operation need no session? */
export function isOpenOperation(operation: string): operation is OpenOperation {
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
function requirePermission(operation: Exclude<OperationName, OpenOperation>) {
  const wanted = operationPermissions[operation];
  return async (request: FastifyRequest): Promise<void> => {
    if (request.passenger === null) throw new Error(`${request.method} ${request.routeOptions.url} has no gate`);
    const { permissions } = request.passenger;
    const isCovered = wanted === 'session' || wanted.some((entry) => isPermitted(permissions, { group: 'any' }, entry));
    assertThat(isCovered, '0107');
  };
}
