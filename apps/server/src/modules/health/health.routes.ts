import { isAlive, isReady } from '@tapfolio/contracts/health.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import type { Health } from './health.service.ts';

/** For load balancers and supervisors. */
export const healthRoutes =
  (health: Health): FastifyPluginAsync =>
  async (app) => {
    handle(app, isAlive, () => ({ status: 'alive' as const }));

    handle(app, isReady, async (_request, reply) => {
      const readiness = await health.look();
      void reply.code(readiness.status === 'ready' ? 200 : 503);
      return readiness;
    });
  };
