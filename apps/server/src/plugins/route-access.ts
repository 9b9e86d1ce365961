import { nameOf } from '@tapfolio/contracts/contract.ts';
import { type Call, isKeyed, type OperatorCall } from '@tapfolio/contracts/define-call.ts';
import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import { isPermitted } from '@tapfolio/domain/permissions.ts';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { assertThat } from '../lib/assert-that.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The calls that have a route. */
    servedCalls: Set<Call<ErrorCode>>;
  }
}

/**
 * Denies by default. The server does not start with a route below `/public/` or `/internal/` that is no call of the
 * contracts. The handler of a passenger's call does not run before a gate has let someone in whose permission map covers
 * the call (ACC-05), that of an operator's call not before a gate has found a key with its scope.
 */
export const routeAccess = fastifyPlugin(
  (app) => {
    app.decorate('servedCalls', new Set<Call<ErrorCode>>());
    app.addHook('onRoute', (route) => {
      if (!/^\/(public|internal)\//.test(route.url)) return;
      const call = callOf(route);
      refuseForgottenKeys(call, (plugin) => app.hasPlugin(plugin));
      app.servedCalls.add(call);
      if (call.who === 'passenger' || call.who === 'card')
        route.preHandler = [...[route.preHandler ?? []].flat(), requirePermission(call.permission)];
      if (call.who === 'operator')
        route.preValidation = [...[route.preValidation ?? []].flat(), requireScope(call.scope)];
    });
  },
  { name: 'route-access', dependencies: ['request-rates'] },
);

/** Throws when a call promises to remember the keys of its callers and nothing does. */
export function refuseForgottenKeys(call: Call, hasPlugin: (name: string) => boolean): void {
  if (isKeyed(call) && !hasPlugin('idempotency-keys'))
    throw new Error(`${call.method} ${call.path} needs the plugin idempotency-keys`);
}

/** Throws when one of these calls has no route. */
export function refuseUnserved(app: FastifyInstance, calls: Readonly<Record<string, Call<ErrorCode>>>): void {
  const missing = Object.keys(calls).filter((name) => calls[name] !== undefined && !app.servedCalls.has(calls[name]));
  if (missing.length > 0) throw new Error(`calls without a route: ${missing.join(', ')}`);
}

function callOf({ method, url, config }: RouteOptions): Call<ErrorCode> {
  const place = `${String(method)} ${url}`;
  const call = config?.call;
  if (call === undefined) throw new Error(`${place} is no call of the contracts`);
  const name = nameOf(call);
  // An address that a browser opens may be asked with HEAD as well: what is answered is the same, without the body.
  const isHead = method === 'HEAD' && call.method === 'GET' && call.who === 'browser';
  if (`${isHead ? 'HEAD' : call.method} ${call.path}` !== place) throw new Error(`${name} is not at ${place}`);
  return call;
}

type PassengerCall = Extract<Call, { who: 'passenger' | 'card' }>;

/** Runs after the gate, which the route brings along. */
function requirePermission(wanted: PassengerCall['permission']) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.passenger === null) throw new Error(`${request.method} ${request.routeOptions.url} has no gate`);
    const { permissions } = request.passenger;
    const isCovered =
      'noneBecause' in wanted || wanted.some((entry) => isPermitted(permissions, { group: 'any' }, entry));
    assertThat(isCovered, '0107');
  };
}

/** Runs after the gate, which the route brings along. */
function requireScope(wanted: OperatorCall['scope']) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.operator === null) throw new Error(`${request.method} ${request.routeOptions.url} has no gate`);
    assertThat(wanted === 'any' || request.operator.scopes.includes(wanted), '0107');
  };
}
