import { getProduct, listProducts } from '@tapfolio/contracts/products.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { sendJson } from '../../lib/send-json.ts';
import { readProduct, readProductPage } from './products.service.ts';

export const productRoutes: FastifyPluginAsync = async (app) => {
  const { reads } = app.context;

  handle(app, listProducts, async (request, reply) =>
    sendJson(reply, await readProductPage(reads, request.mediumId, request.query)),
  );

  handle(app, getProduct, (request) => readProduct(reads, request.mediumId, request.params.productId));
};
