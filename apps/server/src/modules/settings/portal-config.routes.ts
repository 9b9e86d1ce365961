import { getPortalConfig } from '@tapfolio/contracts/portal-config.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { presentPortalConfig } from './portal-config.present.ts';

export const portalConfigRoutes: FastifyPluginAsyncZod = async (app) => {
  const config = presentPortalConfig(app.context.config);
  app.get('/config', { schema: getPortalConfig }, () => config);
};
