import * as contract from '@tapfolio/contracts/card-claims.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { sendJson } from '../../lib/send-json.ts';
import * as service from './card-claims.service.ts';

/** Claims of cards that other accounts have. */
export const cardClaimRoutes: FastifyPluginAsync = async (app) => {
  const { context } = app;

  handle(app, contract.listCardClaims, async (request, reply) =>
    sendJson(reply, await service.readClaims(context.readDb, request.passenger.passengerId)),
  );

  handle(app, contract.claimCard, async (request) => {
    return { cardId: await service.claimCard(context, request.passenger, request.body) };
  });

  handle(app, contract.withdrawCardClaim, async (request) => {
    await service.withdrawClaim(context, request.passenger, request.params.claimId);
  });

  handle(app, contract.objectToCardClaim, async (request) => {
    await service.objectToClaim(context, request.passenger, request.params.claimId);
  });
};
