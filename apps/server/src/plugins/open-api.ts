import swagger from '@fastify/swagger';
import { callTags } from '@tapfolio/contracts/define-call.ts';
import { getOpenApi } from '@tapfolio/contracts/open-api.ts';
import { fastifyPlugin } from 'fastify-plugin';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { schemaOf } from './call-schema.ts';
import { namedAnswers } from './open-api.shapes.ts';
import { tidyDocument } from './open-api.tidy.ts';

const schemaRegistry = namedAnswers();
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
        tags: Object.entries(callTags).map(([name, description]) => ({ name, description })),
        components: {
          securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-session' } },
        },
      },
      transform,
      transformObject: (document) => tidyDocument(transformObject(document)),
    });
    app.get(getOpenApi.path, { schema: schemaOf(getOpenApi), config: { call: getOpenApi } }, () => app.swagger());
  },
  { name: 'open-api', dependencies: ['route-access'] },
);
