import { getProduct, listProducts } from '@tapfolio/contracts/products.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { mediumOf } from '../../gate/session-gate.ts';
import { sendJson } from '../../lib/send-json.ts';
import { readProduct, readProductPage } from './products.service.ts';

export const productRoutes: FastifyPluginAsyncZod = async (app) => {
  const { reads } = app.context;

  app.get('/cards/:cardId/products', { schema: listProducts }, async (request, reply) =>
    sendJson(reply, await readProductPage(reads, mediumOf(request), request.query)),
  );

  app.get('/cards/:cardId/products/:productId', { schema: getProduct }, (request) =>
    readProduct(reads, mediumOf(request), request.params.productId),
  );
};
