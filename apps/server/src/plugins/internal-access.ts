import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { addressBlock } from '../lib/address-block.ts';
import { AppError } from '../lib/app-error.ts';
import { RequestBudget } from '../lib/request-budget.ts';

/** What keeps strangers from doing harm with an internal call, should it be reached from outside. */
export interface InternalAccess {
  /** A signature that the handler checks before anything else, or an answer that says nothing of anybody. */
  guard: 'signed-by-provider' | 'says-nothing-of-anybody';
  /** Calls of one address. Each route counts for itself: a flood of one must not silence another. */
  perMinute: number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route below `/internal/` declares it, or the server does not start. */
    internal?: InternalAccess;
  }
}

/** Denies by default: a route below `/internal/` without a guard and a rate stops the start. */
export const internalAccess = fastifyPlugin(
  (app) => {
    app.addHook('onRoute', (route) => {
      if (!route.url.startsWith('/internal/')) return;
      const access = route.config?.internal;
      if (access === undefined) throw new Error(`${String(route.method)} ${route.url} declares no guard`);
      route.onRequest = [...[route.onRequest ?? []].flat(), countAddresses(access)];
    });
  },
  { name: 'internal-access' },
);

function countAddresses({ perMinute }: InternalAccess): onRequestAsyncHookHandler {
  const budget = new RequestBudget({ perMinute });
  return async (request: FastifyRequest) => {
    const retryAfterSeconds = budget.take(addressBlock(request.ip));
    if (retryAfterSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds });
  };
}
