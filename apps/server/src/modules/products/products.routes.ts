import { getProduct, listProducts } from '@tapfolio/contracts/products.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { sendJson } from '../../lib/send-json.ts';
import { ofAnyMedium, pageOf } from '../travel/several-media.ts';
import { readProduct, readProductPage } from './products.service.ts';

export const productRoutes: FastifyPluginAsync = async (app) => {
  const { travel } = app;

  handle(app, listProducts, async (request, reply) =>
    sendJson(
      reply,
      await pageOf(request.media, request.query, {
        read: (medium) => readProductPage(travel, medium, request.query),
        at: (product) => product.validFrom,
      }),
    ),
  );

  handle(app, getProduct, async (request, reply) =>
    sendJson(
      reply,
      await ofAnyMedium(request.media, (medium) => readProduct(travel, medium, request.params.productId)),
    ),
  );
};
