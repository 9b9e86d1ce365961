import { addFavourite } from '@tapfolio/contracts/favourites.ts';
import { listSalesPackages } from '@tapfolio/contracts/sales-packages.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { sendJson } from '../../lib/send-json.ts';
import { ofAnyMedium, pageOf } from '../travel/several-media.ts';
import { choosePackage, readSalesPackagePage } from './sales-packages.service.ts';

export const salesPackageRoutes: FastifyPluginAsync = async (app) => {
  const { context, travel } = app;

  handle(app, listSalesPackages, async (request, reply) => {
    const { media, query } = request;
    const { passengerId } = request.passenger;
    return sendJson(
      reply,
      await pageOf(media, query, {
        read: (medium) => readSalesPackagePage(travel, { passengerId, medium, query }),
        at: (sold) => sold.soldAt,
      }),
    );
  });

  handle(app, addFavourite, async (request) => {
    const { media, body } = request;
    const { passengerId } = request.passenger;
    const chosen = { passengerId, ...body };
    return {
      id: await ofAnyMedium(media, (medium) => choosePackage({ ...context, travel }, { medium, ...chosen })),
    };
  });
};
