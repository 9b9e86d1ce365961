import { buildApp } from './app.ts';
import type { AppContext } from './plugins/context.ts';
import { authRole } from './roles/auth.ts';
import { portalRole } from './roles/portal.ts';

/** The OpenAPI document of all passenger-facing roles, made without a database: routes are registered, not run. */
export async function describeCalls(context: Pick<AppContext, 'config'>): Promise<object> {
  // Registering reads the configuration only; whatever else the context holds is used by handlers.
  const app = await buildApp(context as AppContext, [authRole, portalRole]);
  await app.ready();
  const document = app.swagger();
  await app.close();
  return document;
}
