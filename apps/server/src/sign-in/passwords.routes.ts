import {
  changePassword,
  confirmPasswordReset,
  getPasswordRules,
  requestPasswordReset,
} from '@tapfolio/contracts/passwords.ts';
import { defaultLocale } from '@tapfolio/domain/locale.ts';
import { localise } from '@tapfolio/locales/paths.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf } from '../gate/caller.ts';
import { knownDeviceOf } from '../gate/device-cookie.ts';
import { passengerOf, requireSession } from '../gate/session-gate.ts';
import { answerRefusal } from '../plugins/errors.ts';
import * as changes from './password-change.service.ts';
import * as resets from './password-reset.service.ts';
import { presentRefusal, presentRules } from './passwords.present.ts';

const base = '/public/api/v1/auth/user';

export const publicPasswordRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;

  // Where password managers look for the page to change a password (W3C change-password-url).
  const [language = defaultLocale] = context.config.languages.deployed;
  app.get('/.well-known/change-password', { schema: { hide: true } }, async (_request, reply) => {
    return reply.redirect(localise('account-edit', {}, language), 302);
  });

  app.post(`${base}/password_reset`, { schema: requestPasswordReset }, async (request, reply) => {
    await resets.requestReset(context, callerOf(request), request.body.email);
    return reply.code(202).send(null);
  });

  app.get(`${base}/password_rules`, { schema: getPasswordRules }, async (request) => {
    const passkeys = await resets.passkeysToDecideOn(context, callerOf(request), request.query.token);
    return { ...presentRules(context.config.passwordRules), passkeys };
  });

  app.post(
    `${base}/password_reset_confirm`,
    {
      schema: confirmPasswordReset,
      errorHandler: (error, request, reply) => answerRefusal(error, request, reply, presentRefusal),
    },
    async (request) => {
      const { reset_token: token, new_password: newPassword, keep_passkeys: keepPasskeys } = request.body;
      const deviceOf = (email: string) => knownDeviceOf(request, context.secrets.pepper, email);
      return await resets.confirmReset(context, callerOf(request), { token, newPassword, keepPasskeys, deviceOf });
    },
  );
};

export const passwordRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  app.addHook('preHandler', requireSession);

  app.post(`${base}/password_change`, { schema: changePassword }, async (request, reply) => {
    const { old_password: oldPassword, new_password: newPassword } = request.body;
    await changes.changePassword(context, passengerOf(request), { oldPassword, newPassword });
    return reply.code(204).send(null);
  });
};
