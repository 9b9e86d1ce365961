import * as contract from '@tapfolio/contracts/second-factors.ts';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { handOver } from '../sessions/hand-over.ts';
import { sessionTokenOf } from '../sessions/session-cookie.ts';
import { passengerOf, requireSession } from '../sessions/session-gate.ts';
import { confirmIdentity } from './confirmation.service.ts';
import { setMailCode } from './mail-codes.service.ts';
import { offerAssertion } from './passkey-answers.service.ts';
import { type Asker, addPasskey, offerPasskey, readSecondFactors, removePasskey } from './passkeys.service.ts';
import { signInWithCode, signInWithPasskey, type Visit } from './second-factor-sign-in.service.ts';

const base = '/public/api/v1/auth';

/** Signing in with a passkey, and finishing a sign-in with the code of a mail. */
export const secondFactorSignInRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;

  app.post(`${base}/sessions/passkey_options`, { schema: contract.getPasskeySignInOptions }, () =>
    offerAssertion(context, null),
  );

  app.post(`${base}/sessions/passkey`, { schema: contract.signInWithPasskey }, async (request, reply) =>
    handOver(request, reply, await signInWithPasskey(context, visitOf(request), request.body.response)),
  );

  app.post(`${base}/sessions/code`, { schema: contract.signInWithCode }, async (request, reply) =>
    handOver(request, reply, await signInWithCode(context, visitOf(request), request.body)),
  );
};

/** What a signed-in passenger does about their own second factors. */
export const secondFactorRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  app.addHook('preHandler', requireSession);

  app.get(`${base}/user/second_factors`, { schema: contract.getSecondFactors }, (request) =>
    readSecondFactors(context, passengerOf(request).passengerId),
  );

  app.patch(`${base}/user/second_factors`, { schema: contract.setMailCode }, async (request, reply) => {
    await setMailCode(context, askerOf(request), request.body.mailCode);
    return reply.code(204).send(null);
  });

  app.post(`${base}/user/passkeys/options`, { schema: contract.getPasskeyOptions }, (request) =>
    offerPasskey(context, askerOf(request)),
  );

  app.post(`${base}/user/passkeys`, { schema: contract.addPasskey }, async (request, reply) => {
    return reply.code(201).send({ id: await addPasskey(context, askerOf(request), request.body) });
  });

  app.delete(`${base}/user/passkeys/:passkeyId`, { schema: contract.removePasskey }, async (request, reply) => {
    await removePasskey(context, askerOf(request), request.params.passkeyId);
    return reply.code(204).send(null);
  });

  app.post(`${base}/user/confirmation/options`, { schema: contract.getConfirmOptions }, (request) =>
    offerAssertion(context, passengerOf(request).passengerId),
  );

  app.post(`${base}/user/confirmation`, { schema: contract.confirmIdentity }, async (request, reply) => {
    await confirmIdentity(context, { ...askerOf(request), proof: request.body });
    return reply.code(204).send(null);
  });
};

function askerOf(request: FastifyRequest): Asker {
  const { passengerId, tokenHash } = passengerOf(request);
  return { passengerId, tokenHash, traceId: request.id };
}

function visitOf(request: FastifyRequest): Visit {
  const userAgent = request.headers['user-agent'];
  return { userAgent, oldToken: sessionTokenOf(request), ip: request.ip, traceId: request.id };
}
