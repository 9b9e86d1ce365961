import swagger from '@fastify/swagger';
import { fastifyPlugin } from 'fastify-plugin';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';

/** The document of every public call, OpenAPI 3.1, made from the contracts and served as it is committed. */
export const openApi = fastifyPlugin(
  async (app) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Tapfolio',
          version: '1.0.0',
          description: "The passenger's side of open-loop transit: cards, trips, payments and receipts.",
          license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        },
        components: {
          securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-session' } },
        },
      },
      transform: jsonSchemaTransform,
      transformObject: jsonSchemaTransformObject,
    });
    app.get('/public/api/v1/openapi.json', { schema: { hide: true } }, () => app.swagger());
  },
  { name: 'open-api' },
);
