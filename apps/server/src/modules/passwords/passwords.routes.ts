import {
  changePassword,
  confirmPasswordReset,
  getPasswordRules,
  requestPasswordReset,
} from '@tapfolio/contracts/passwords.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf } from '../../plugins/caller.ts';
import { answerRefusal } from '../../plugins/errors.ts';
import { knownDeviceOf } from '../sessions/device-cookie.ts';
import { passengerOf, requireSession } from '../sessions/session-gate.ts';
import * as changes from './password-change.service.ts';
import * as resets from './password-reset.service.ts';
import { presentRefusal, presentRules } from './passwords.present.ts';
import { wellKnownRoutes } from './well-known.routes.ts';

const base = '/public/api/v1/auth/user';

export const publicPasswordRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  await app.register(wellKnownRoutes);

  app.post(`${base}/password_reset`, { schema: requestPasswordReset }, async (request, reply) => {
    await resets.requestReset(context, request.body.email, callerOf(request));
    return reply.code(202).send(null);
  });

  app.get(`${base}/password_rules`, { schema: getPasswordRules }, async (request) => {
    const passkeys = await resets.passkeysToDecideOn(context, request.query.token, callerOf(request));
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
      return await resets.confirmReset(context, { token, newPassword, keepPasskeys, deviceOf }, callerOf(request));
    },
  );
};

export const passwordRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  app.addHook('preHandler', requireSession);

  app.post(`${base}/password_change`, { schema: changePassword }, async (request, reply) => {
    const { passengerId, tokenHash } = passengerOf(request);
    const { old_password: oldPassword, new_password: newPassword } = request.body;
    const change = { passengerId, oldPassword, newPassword, keepSession: tokenHash, traceId: request.id };
    await changes.changePassword(context, change);
    return reply.code(204).send(null);
  });
};
