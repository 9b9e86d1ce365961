import { getPortalConfig } from '@tapfolio/contracts/portal-config.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { presentPortalConfig } from './portal-config.present.ts';

export const portalConfigRoutes: FastifyPluginAsync = async (app) => {
  const config = presentPortalConfig(app.context.config);
  handle(app, getPortalConfig, () => config);
};
