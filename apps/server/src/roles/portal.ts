import type { HttpRole } from '../app.ts';
import { portalConfigRoutes } from '../modules/settings/portal-config.routes.ts';

/** The passenger's own data. What anybody may ask and what needs a session are registered in two scopes. */
export const portalRole: HttpRole = async (app) => {
  await app.register(async (open) => {
    await open.register(portalConfigRoutes);
  });
};
