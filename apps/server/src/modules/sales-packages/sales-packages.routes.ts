import { addFavourite } from '@tapfolio/contracts/favourites.ts';
import { listSalesPackages } from '@tapfolio/contracts/sales-packages.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { sendJson } from '../../lib/send-json.ts';
import { choosePackage, readSalesPackagePage } from './sales-packages.service.ts';

export const salesPackageRoutes: FastifyPluginAsync = async (app) => {
  const { context, travel } = app;

  handle(app, listSalesPackages, async (request, reply) => {
    const { mediumId, query } = request;
    const { passengerId } = request.passenger;
    return sendJson(reply, await readSalesPackagePage(travel, { passengerId, mediumId, query }));
  });

  handle(app, addFavourite, async (request) => {
    const { mediumId, body } = request;
    const { passengerId } = request.passenger;
    return { id: await choosePackage({ ...context, travel }, { passengerId, mediumId, ...body }) };
  });
};
