import { signIn, signOut, userIsLogged } from '@tapfolio/contracts/sessions.ts';
import { normaliseEmail } from '@tapfolio/domain/email-address.ts';
import type { FastifyPluginAsync } from 'fastify';
import { callerOf } from '../gate/caller.ts';
import { knownDeviceOf } from '../gate/device-cookie.ts';
import { handle } from '../gate/handle.ts';
import { clearSessionCookie, sessionTokenOf } from '../gate/session-cookie.ts';
import { judgeSession } from '../modules/sessions/sessions.service.ts';
import { providerLogoutAddress } from '../modules/single-sign-on/provider-logout.service.ts';
import { refuseForeignGet } from '../plugins/request-guard.ts';
import { answerInStep } from './answer-in-step.ts';
import { handOver } from './hand-over.ts';
import * as service from './sign-in.service.ts';

/** Calls that anyone may make: they find out whether there is a session. */
export const signInRoutes: FastifyPluginAsync = async (app) => {
  const { context } = app;

  handle(app, signIn, async (request, reply) => {
    const inStep = answerInStep(request);
    const email = normaliseEmail(request.body.email);
    const device = knownDeviceOf(request, context.keys.deviceCookies, email);
    const { password } = request.body;
    const signingIn = service.signIn(context, callerOf(request), { email, password, device });
    // Only refusals wait: an opened session tells by itself that there is an account.
    const opened = await signingIn.catch(async (refusal) => {
      await inStep();
      throw refusal;
    });
    return await handOver(request, reply, opened);
  });

  handle(app, userIsLogged, async (request) => {
    const state = await judgeSession(context.readDb, sessionTokenOf(request));
    return state.isLive ? { is_logged: true } : { is_logged: false, reason: state.reason };
  });

  handle(app, signOut, async (request, reply) => {
    refuseForeignGet(request);
    const caller = callerOf(request);
    const address = await providerLogoutAddress(context, caller.sessionToken);
    await service.signOut(context, caller);
    clearSessionCookie(reply);
    return { data: address === undefined ? {} : { sso_logout_redirect: address } };
  });
};
