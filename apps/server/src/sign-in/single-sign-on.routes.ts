import { getServerSettings } from '@tapfolio/contracts/single-sign-on.ts';
import { singleSignOnPaths } from '@tapfolio/contracts/single-sign-on-paths.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { callerOf } from '../gate/caller.ts';
import { setSessionCookie } from '../gate/session-cookie.ts';
import { AppError } from '../lib/app-error.ts';
import { obeyLogout } from '../modules/single-sign-on/provider-logout.service.ts';
import { presentServerSettings } from '../modules/single-sign-on/server-settings.present.ts';
import { startAtProvider } from '../modules/single-sign-on/single-sign-on.service.ts';
import { signInFromProvider } from './provider-sign-in.service.ts';

/** `Lax`: the way back from the provider is a cross-site navigation. */
const cookie = { sameSite: 'Lax', maxAgeSeconds: 600 } as const;

/** Of the rate of an address: each start is a row for ten minutes. */
const placesOfStart = 20;

/** Calls the browser makes on the way to the provider and back, and the settings the page reads. */
export const singleSignOnRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;

  app.get('/public/api/v1/auth/sso/server_settings', { schema: getServerSettings }, () =>
    presentServerSettings(context.config),
  );

  const startSchema = { hide: true, querystring: z.object({ return_to: z.string().max(500).optional() }) };
  app.get(
    singleSignOnPaths.start,
    { schema: startSchema, config: { places: placesOfStart } },
    async (request, reply) => {
      try {
        const { address, browserToken } = await startAtProvider(context, request.query.return_to);
        app.cookies.set(reply, 'sso', browserToken, cookie);
        return reply.redirect(address);
      } catch (error) {
        return sendToErrorPage(error, request, reply);
      }
    },
  );

  app.get(singleSignOnPaths.callback, { schema: { hide: true } }, async (request, reply) => {
    try {
      const browserToken = app.cookies.read(request, 'sso');
      const returned = { query: queryOf(request), browserToken };
      const { token, returnTo } = await signInFromProvider(context, callerOf(request), returned);
      setSessionCookie(reply, token);
      return reply.redirect(`${pathOf('sso-callback')}?${new URLSearchParams({ return_to: returnTo }).toString()}`);
    } catch (error) {
      return sendToErrorPage(error, request, reply);
    }
  });
};

/** The provider calls this one itself, without a browser (OpenID Connect Back-Channel Logout 1.0 section 2.5). */
export const backChannelRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  const schema = { hide: true, body: z.object({ logout_token: z.string().max(8192) }) };
  const config = { internal: { guard: 'signed-by-provider', perMinute: 600 } } as const;
  app.post('/internal/api/v1/sso/back_channel_logout', { schema, config }, async (request, reply) => {
    await obeyLogout(app.context, request.body.logout_token, request.id);
    return reply.code(200).send();
  });
};

function queryOf(request: FastifyRequest): string {
  const index = request.url.indexOf('?');
  return index === -1 ? '' : request.url.slice(index);
}

/** A browser stands here, not the page's client: it is sent on to the error page with the code to show. */
function sendToErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof AppError)) throw error;
  request.log.info({ code: error.code }, 'single sign-on refused');
  const parameters = new URLSearchParams({ code: error.code, trace: request.id });
  return reply.redirect(`${pathOf('error')}?${parameters.toString()}`);
}
