import { listFavourites, removeFavourite, renameFavourite } from '@tapfolio/contracts/favourites.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { sendJson } from '../../lib/send-json.ts';
import * as service from './favourites.service.ts';

/** A passenger's favourites; one is added where the packages are (`sales-packages.routes.ts`). */
export const favouriteRoutes: FastifyPluginAsync = async (app) => {
  const { context } = app;

  handle(app, listFavourites, async (request, reply) =>
    sendJson(reply, await service.readFavourites(context.readDb, request.passenger.passengerId)),
  );

  handle(app, renameFavourite, async (request) => {
    const { passengerId } = request.passenger;
    await service.renameFavourite(context, { passengerId, ...request.params, ...request.body });
  });

  handle(app, removeFavourite, async (request) => {
    const { passengerId } = request.passenger;
    await service.removeFavourite(context, { passengerId, ...request.params });
  });
};
