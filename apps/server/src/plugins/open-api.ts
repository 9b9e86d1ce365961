import swagger from '@fastify/swagger';
import { fastifyPlugin } from 'fastify-plugin';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { schemaRegistry } from './open-api.schemas.ts';
import { tidyDocument } from './open-api.tidy.ts';
import { isOpenOperation } from './route-access.ts';

const transform = createJsonSchemaTransform({ schemaRegistry });
const transformObject = createJsonSchemaTransformObject({ schemaRegistry });

/** The document of every public call, OpenAPI 3.1, made from the contracts and served as it is committed. */
export const openApi = fastifyPlugin(
  async (app) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Tapfolio',
          version: '1.0.0',
          description:
            "The passenger's side of open-loop transit: cards, trips, payments and receipts. Calls that change something carry the header `x-trace`: base64 of a JSON object with the screen's route name, a dot, and the SHA-256 of that base64 in hexadecimal.",
          license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        },
        tags,
        components: {
          securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-session' } },
        },
      },
      transform: (input) => {
        const { schema, url } = transform(input);
        const { operationId } = schema as { operationId?: string }; // the contracts name every operation
        const isOpen = operationId === undefined || isOpenOperation(operationId);
        return { schema: isOpen ? schema : { ...schema, security: [{ session: [] }] }, url };
      },
      transformObject: (document) => tidyDocument(transformObject(document)),
    });
    app.get('/public/api/v1/openapi.json', { schema: { hide: true } }, () => app.swagger());
  },
  { name: 'open-api' },
);

const tags = [
  { name: 'session', description: 'Sign-in, sign-out and the settings of whoever is signed in' },
  { name: 'account', description: "The passenger's own data and sessions" },
  { name: 'password', description: 'Changing a password and choosing a new one by mail' },
  { name: 'single sign-on', description: 'What the page needs to know of an external identity provider' },
  { name: 'registration', description: 'Asking for an account and confirming it by mail' },
  { name: 'cards', description: 'Linked cards and their state' },
  { name: 'trips', description: 'What happened in the vehicles' },
  { name: 'payments', description: 'What was charged, and why that much' },
  { name: 'products', description: 'Tickets and passes' },
  { name: 'receipts', description: 'Receipts as tagged PDF, with and without an account' },
  { name: 'portal', description: 'What the page needs to know of the operator' },
];
