import { healthPaths } from '@tapfolio/contracts/health.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { Health } from './health.service.ts';

/**
 * For load balancers and supervisors. Alive: the process answers; one that does not should be replaced. Ready: it can do
 * its work; one that is not should get no calls for now.
 */
export const healthRoutes =
  (health: Health): FastifyPluginAsync =>
  async (app) => {
    const config = { internal: { guard: 'says-nothing-of-anybody', perMinute: 600 } } as const;
    // Asked every few seconds: a line for each would bury the others.
    const options = { schema: { hide: true }, config, logLevel: 'warn' } as const;

    app.get(healthPaths.live, options, () => ({ status: 'alive' }));

    app.get(healthPaths.ready, options, async (_request, reply) => {
      const readiness = await health.look();
      return reply.code(readiness.status === 'ready' ? 200 : 503).send(readiness);
    });
  };
