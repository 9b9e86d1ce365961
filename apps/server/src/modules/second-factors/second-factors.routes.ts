import * as contract from '@tapfolio/contracts/second-factors.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { passengerOf, requireSession } from '../../gate/session-gate.ts';
import { setMailCode } from './mail-codes.service.ts';
import { addPasskey, offerPasskey, readSecondFactors, removePasskey } from './passkeys.service.ts';

const base = '/public/api/v1/auth/user';

/** What a signed-in passenger does about their own second factors. */
export const secondFactorRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  app.addHook('preHandler', requireSession);

  app.get(`${base}/second_factors`, { schema: contract.getSecondFactors }, (request) =>
    readSecondFactors(context.reads, passengerOf(request).passengerId),
  );

  app.patch(`${base}/second_factors`, { schema: contract.setMailCode }, async (request, reply) => {
    await setMailCode(context, passengerOf(request), request.body.mailCode);
    return reply.code(204).send(null);
  });

  app.post(`${base}/passkeys/options`, { schema: contract.getPasskeyOptions }, (request) =>
    offerPasskey(context, passengerOf(request)),
  );

  app.post(`${base}/passkeys`, { schema: contract.addPasskey }, async (request, reply) => {
    return reply.code(201).send({ id: await addPasskey(context, passengerOf(request), request.body) });
  });

  app.delete(`${base}/passkeys/:passkeyId`, { schema: contract.removePasskey }, async (request, reply) => {
    await removePasskey(context, passengerOf(request), request.params.passkeyId);
    return reply.code(204).send(null);
  });
};
