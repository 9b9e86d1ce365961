import {
  changePassword,
  confirmPasswordReset,
  getPasswordRules,
  requestPasswordReset,
} from '@tapfolio/contracts/passwords.ts';
import type { FastifyPluginAsync } from 'fastify';
import { callerOf } from '../gate/caller.ts';
import { knownDeviceOf } from '../gate/device-cookie.ts';
import { handle } from '../gate/handle.ts';
import { presentRules } from '../modules/passwords/password-rules.present.ts';
import { answerRefusal } from '../plugins/errors.ts';
import { answerInStep } from './answer-in-step.ts';
import * as newPasswords from './new-password.service.ts';
import { presentRefusal } from './passwords.present.ts';
import { requestReset } from './reset-request.service.ts';

export const passwordRoutes: FastifyPluginAsync = async (app) => {
  const { context } = app;

  handle(app, requestPasswordReset, async (request) => {
    const inStep = answerInStep(request);
    const deviceOf = (email: string) => knownDeviceOf(request, context.keys.deviceCookies, email);
    await requestReset(context, callerOf(request), { typedEmail: request.body.email, deviceOf });
    await inStep();
  });

  handle(app, getPasswordRules, async (request) => {
    const account = await newPasswords.findAccountOfReset(context, callerOf(request), request.query.token);
    return { ...presentRules(context.config.passwordRules), ...account };
  });

  handle(
    app,
    confirmPasswordReset,
    async (request) => {
      const { reset_token: token, new_password: newPassword, keep_passkeys: keepPasskeys } = request.body;
      const deviceOf = (email: string) => knownDeviceOf(request, context.keys.deviceCookies, email);
      return await newPasswords.confirmReset(context, callerOf(request), {
        token,
        newPassword,
        keepPasskeys,
        deviceOf,
      });
    },
    { errorHandler: (error, request, reply) => answerRefusal(error, request, reply, presentRefusal) },
  );

  handle(app, changePassword, async (request) => {
    const { old_password: oldPassword, new_password: newPassword } = request.body;
    await newPasswords.changePassword(context, request.passenger, { oldPassword, newPassword });
  });
};
