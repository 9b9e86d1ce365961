import { defaultLocale } from '@tapfolio/domain/locale.ts';
import { localise } from '@tapfolio/locales/paths.ts';
import type { FastifyPluginAsync } from 'fastify';

/** Where password managers look for the page to change a password (W3C change-password-url). */
export const changePasswordRoutes: FastifyPluginAsync = async (app) => {
  const [language = defaultLocale] = app.serverContext.config.languages.deployed;
  app.get('/.well-known/change-password', { schema: { hide: true } }, async (_request, reply) => {
    return reply.redirect(localise('account-edit', {}, language), 302);
  });
};
