import * as contract from '@tapfolio/contracts/second-factors.ts';
import type { FastifyPluginAsync } from 'fastify';
import { callerOf } from '../gate/caller.ts';
import { handle } from '../gate/handle.ts';
import { offerAssertion } from '../modules/second-factors/passkey-answers.service.ts';
import { confirmIdentity } from './confirm-identity.service.ts';
import { handOver } from './hand-over.ts';
import { signInWithCode, signInWithPasskey } from './second-factor-sign-in.service.ts';

/** Signing in with a passkey, and finishing a sign-in with the code of a mail. */
export const secondFactorSignInRoutes: FastifyPluginAsync = async (app) => {
  const { context } = app;

  handle(app, contract.getPasskeySignInOptions, () => offerAssertion(context, null));

  handle(app, contract.signInWithPasskey, async (request, reply) =>
    handOver(request, reply, await signInWithPasskey(context, callerOf(request), request.body.response)),
  );

  handle(app, contract.signInWithCode, async (request, reply) =>
    handOver(request, reply, await signInWithCode(context, callerOf(request), request.body)),
  );

  // A passenger who is signed in proves again who they are.
  handle(app, contract.getConfirmOptions, (request) => offerAssertion(context, request.passenger.passengerId));

  handle(app, contract.confirmIdentity, async (request) => {
    await confirmIdentity(context, request.passenger, request.body);
  });
};
