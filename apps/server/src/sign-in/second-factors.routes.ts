import * as contract from '@tapfolio/contracts/second-factors.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf } from '../gate/caller.ts';
import { passengerOf, requireSession } from '../gate/session-gate.ts';
import { offerAssertion } from '../modules/second-factors/passkey-answers.service.ts';
import { handOver } from './hand-over.ts';
import { signInWithCode, signInWithPasskey } from './second-factor-sign-in.service.ts';
import { confirmIdentity } from './step-up.service.ts';

const base = '/public/api/v1/auth';

/** Signing in with a passkey, and finishing a sign-in with the code of a mail. */
export const secondFactorSignInRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;

  app.post(`${base}/sessions/passkey_options`, { schema: contract.getPasskeySignInOptions }, () =>
    offerAssertion(context, null),
  );

  app.post(`${base}/sessions/passkey`, { schema: contract.signInWithPasskey }, async (request, reply) =>
    handOver(request, reply, await signInWithPasskey(context, callerOf(request), request.body.response)),
  );

  app.post(`${base}/sessions/code`, { schema: contract.signInWithCode }, async (request, reply) =>
    handOver(request, reply, await signInWithCode(context, callerOf(request), request.body)),
  );
};

/** A passenger who is signed in proves again who they are. */
export const stepUpRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  app.addHook('preHandler', requireSession);

  app.post(`${base}/user/confirmation/options`, { schema: contract.getConfirmOptions }, (request) =>
    offerAssertion(context, passengerOf(request).passengerId),
  );

  app.post(`${base}/user/confirmation`, { schema: contract.confirmIdentity }, async (request, reply) => {
    await confirmIdentity(context, passengerOf(request), request.body);
    return reply.code(204).send(null);
  });
};
