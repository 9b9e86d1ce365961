import * as contract from '@tapfolio/contracts/second-factors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { addressBlock } from '../../lib/address-block.ts';
import { setSessionCookie } from '../sessions/session-cookie.ts';
import { passengerOf, requireSession, sessionTokenOf } from '../sessions/session-gate.ts';
import { openSession } from '../sessions/sessions.service.ts';
import { throttleRules } from '../throttles/throttle-rules.ts';
import { withThrottle } from '../throttles/throttles.service.ts';
import { readSettings } from '../users/users.service.ts';
import { confirmIdentity } from './confirmation.service.ts';
import { judgeCode, type RightCode, setMailCode, spendCode } from './mail-codes.service.ts';
import { judgeAssertion, offerAssertion } from './passkey-answers.service.ts';
import { type Asker, addPasskey, offerPasskey, readSecondFactors, removePasskey } from './passkeys.service.ts';

const base = '/public/api/v1/auth';

/** Signing in with a passkey, and finishing a sign-in with the code of a mail. */
export const secondFactorSignInRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;

  const enter = async (request: FastifyRequest, reply: FastifyReply, passengerId: string, code?: RightCode) => {
    const session = {
      passengerId,
      provenBy: code === undefined ? ('passkey' as const) : ('password and code' as const),
      userAgent: request.headers['user-agent'],
      oldToken: sessionTokenOf(request),
      traceId: request.id,
    };
    const { token } = await openSession(context, session, async (tx) => {
      if (code !== undefined) await spendCode(tx, code);
    });
    setSessionCookie(reply, token);
    return await readSettings(context.reads, context.config, passengerId);
  };

  app.post(`${base}/sessions/passkey_options`, { schema: contract.getPasskeySignInOptions }, () =>
    offerAssertion(context, null),
  );

  app.post(`${base}/sessions/passkey`, { schema: contract.signInWithPasskey }, async (request, reply) => {
    const passengerId = await withThrottle(context, {
      buckets: [{ rule: throttleRules.signInByAddress, object: addressBlock(request.ip) }],
      failures: ['passkey_refused'],
      work: () => judgeAssertion(context, request.body.response, { owner: null, traceId: request.id }),
    });
    return await enter(request, reply, passengerId);
  });

  app.post(`${base}/sessions/code`, { schema: contract.signInWithCode }, async (request, reply) => {
    const code = await withThrottle(context, {
      buckets: [{ rule: throttleRules.signInByAddress, object: addressBlock(request.ip) }],
      failures: ['sign_in_code_wrong', 'sign_in_code_expired'],
      work: () => judgeCode(context, { ...request.body, traceId: request.id }),
    });
    return await enter(request, reply, code.passengerId, code);
  });
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

  app.post(`${base}/user/passkeys/options`, { schema: contract.getPasskeyOptions }, async (request) => ({
    ...(await offerPasskey(context, askerOf(request))),
  }));

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
