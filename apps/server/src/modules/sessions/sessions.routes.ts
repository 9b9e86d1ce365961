import { getSettings, giveConsent, setLanguage, signIn, signOut, userIsLogged } from '@tapfolio/contracts/sessions.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { normaliseEmail } from '../../lib/email-address.ts';
import { refuseForeignSignOut } from '../../plugins/request-guard.ts';
import * as consents from '../consents/consents.service.ts';
import { providerLogoutAddress } from '../single-sign-on/provider-logout.service.ts';
import * as users from '../users/users.service.ts';
import { knownDeviceOf } from './device-cookie.ts';
import { handOver } from './hand-over.ts';
import { clearSessionCookie, sessionTokenOf } from './session-cookie.ts';
import { passengerOf, requireSession } from './session-gate.ts';
import * as sessions from './sessions.service.ts';

const base = '/public/api/v1/auth';

/** Calls that anyone may make: they find out whether there is a session. */
export const publicSessionRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;

  app.post(`${base}/sessions`, { schema: signIn }, async (request, reply) => {
    const email = normaliseEmail(request.body.email);
    const device = knownDeviceOf(request, context.secrets.pepper, email);
    const signedIn = await sessions.signIn(context, {
      email,
      password: request.body.password,
      device,
      ip: request.ip,
      userAgent: request.headers['user-agent'],
      oldToken: sessionTokenOf(request),
      traceId: request.id,
    });
    return await handOver(request, reply, signedIn);
  });

  app.get(`${base}/user_is_logged`, { schema: userIsLogged }, async (request) => {
    const state = await sessions.judgeSession(context, sessionTokenOf(request));
    return state.isLive ? { is_logged: true } : { is_logged: false, reason: state.reason };
  });

  app.get(`${base}/user/logout`, { schema: signOut }, async (request, reply) => {
    refuseForeignSignOut(request);
    const token = sessionTokenOf(request);
    const address = await providerLogoutAddress(context, token);
    await sessions.signOut(context, token, request.id);
    clearSessionCookie(reply);
    return { data: address === undefined ? {} : { sso_logout_redirect: address } };
  });
};

/** Calls of a signed-in passenger about their own settings. */
export const settingsRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  app.addHook('preHandler', requireSession);

  app.get(`${base}/user/get_settings`, { schema: getSettings }, async (request) => {
    return await users.readSettings(context.reads, context.config, passengerOf(request));
  });

  app.post(`${base}/user/consent`, { schema: giveConsent }, async (request, reply) => {
    const { passengerId, language } = passengerOf(request);
    const { version } = context.config.consent;
    await consents.renewConsent(context, { passengerId, language, version, traceId: request.id });
    return reply.code(204).send(null);
  });

  app.patch(`${base}/user/settings`, { schema: setLanguage }, async (request, reply) => {
    await users.setLanguage(context, passengerOf(request).passengerId, request.body.display_language);
    return reply.code(204).send(null);
  });
};
