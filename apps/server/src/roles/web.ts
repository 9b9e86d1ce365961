import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { HttpRole } from '../app.ts';
import type { Config } from '../config/config.ts';
import { readBuiltWeb, webFolder } from '../modules/pages/built-web.ts';
import { changePasswordRoutes } from '../modules/pages/change-password.routes.ts';
import { checkedOrigins } from '../modules/pages/page-policy.ts';
import { pageRoutes } from '../modules/pages/pages.routes.ts';
import { preparePages } from '../modules/pages/pages.service.ts';
import { presentPortalConfig } from '../modules/settings/portal-config.present.ts';

/** The pages of the portal: the built web app, rendered for this operator. They are ready before the role is registered. */
export async function openWebRole(config: Config, logger: FastifyBaseLogger): Promise<HttpRole> {
  const files = await readBuiltWeb(webFolder);
  const request = { config: presentPortalConfig(config), theme: config.brand.theme, folder: webFolder };
  const cacheFolder = path.join(config.dataDirectory, 'pages');
  const findPage = await preparePages(request, {
    cacheFolder,
    onUnkept: (err) => logger.warn({ err }, 'the rendered pages could not be kept; the next start renders them again'),
    publicUrl: config.publicUrl,
    connections: checkedOrigins(config),
  });
  return async (app) => {
    await app.register(changePasswordRoutes);
    await app.register(pageRoutes({ files, findPage }));
  };
}
