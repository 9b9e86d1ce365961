import { getProduct, listProducts } from '@tapfolio/contracts/products.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { sendJson } from '../../lib/send-json.ts';
import { readProduct, readProductPage } from './products.service.ts';

export const productRoutes: FastifyPluginAsync = async (app) => {
  const { travel } = app;

  handle(app, listProducts, async (request, reply) =>
    sendJson(reply, await readProductPage(travel, request.mediumId, request.query)),
  );

  handle(app, getProduct, async (request, reply) =>
    sendJson(reply, await readProduct(travel, request.mediumId, request.params.productId)),
  );
};
