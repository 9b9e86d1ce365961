import * as contract from '@tapfolio/contracts/second-factors.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { setMailCode } from './mail-codes.service.ts';
import { addPasskey, offerPasskey, readSecondFactors, removePasskey } from './passkeys.service.ts';

/** What a signed-in passenger does about their own second factors. */
export const secondFactorRoutes: FastifyPluginAsync = async (app) => {
  const { context } = app;
  handle(app, contract.getSecondFactors, (request) => readSecondFactors(context.readDb, request.passenger.passengerId));

  handle(app, contract.setMailCode, async (request) => {
    await setMailCode(context, request.passenger, request.body.mailCode);
  });

  handle(app, contract.getPasskeyOptions, (request) => offerPasskey(context, request.passenger));

  handle(app, contract.addPasskey, async (request) => {
    return { id: await addPasskey(context, request.passenger, request.body) };
  });

  handle(app, contract.removePasskey, async (request) => {
    await removePasskey(context, request.passenger, request.params.passkeyId);
  });
};
