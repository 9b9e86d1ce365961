import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { callTags, operatorTags } from '@tapfolio/contracts/define-call.ts';
import { getOpenApi } from '@tapfolio/contracts/open-api.ts';
import type { FastifyInstance } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { schemaOf } from './call-schema.ts';
import { withComments } from './open-api.comments.ts';
import { withExamples } from './open-api.examples.ts';
import { withHeaders } from './open-api.headers.ts';
import { describeRefusals, withRefusals } from './open-api.refusals.ts';
import { describeType, namedAnswers } from './open-api.shapes.ts';
import { tidyDocument } from './open-api.tidy.ts';

const schemaRegistry = namedAnswers();
const options = { schemaRegistry, zodToJsonConfig: { override: describeType } };
const transform = createJsonSchemaTransform(options);
const transformObject = createJsonSchemaTransformObject(options);

declare module 'fastify' {
  interface FastifyInstance {
    /** The document of the calls that operators' own systems make. */
    describeOperatorCalls: () => object;
  }
}

const everyAnswer =
  'Every answer carries `x-trace-id`, which names the call in the log of the server. A later release may add fields to answers and values to lists of values: a client ignores what it does not know.';

const passengerInfo = {
  title: 'Tapfolio',
  description: `The passenger's side of open-loop transit: cards, trips, payments and receipts. ${everyAnswer}`,
};
const operatorInfo = {
  title: 'Tapfolio for operators',
  description: `Calls between servers. Each carries \`Authorization: Bearer\` with a key that an administrator has made with \`api-key create\`; a key has scopes and may be bound to one operator. A call that moves money carries an \`Idempotency-Key\` of your own: repeat a call whose answer was lost with the same key and the same body. ${everyAnswer}`,
};

type Description = NonNullable<FastifyDynamicSwaggerOptions['openapi']>;

interface Described {
  readonly whose: 'passengers' | 'operators';
  readonly decorator: 'swagger' | 'describeOperatorCalls';
  readonly info: { title: string; description: string };
  readonly tags: Readonly<Record<string, string>>;
  readonly securitySchemes: NonNullable<NonNullable<Description['components']>['securitySchemes']>;
}

const documents: readonly Described[] = [
  {
    whose: 'passengers',
    decorator: 'swagger',
    info: passengerInfo,
    tags: callTags,
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-session',
        description:
          'On plain HTTP of a loopback address, outside production, the cookie is called `tapfolio-session`.',
      },
    },
  },
  {
    whose: 'operators',
    decorator: 'describeOperatorCalls',
    info: operatorInfo,
    tags: operatorTags,
    securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
  },
];

/** The documents of every public call and of every call for operators, OpenAPI 3.1, made from the contracts. */
export const openApi = fastifyPlugin(
  async (app) => {
    for (const described of documents) await describe(app, described);
    app.get(getOpenApi.path, { schema: schemaOf(getOpenApi), config: { call: getOpenApi } }, () => app.swagger());
  },
  { name: 'open-api', dependencies: ['route-access'] },
);

async function describe(app: FastifyInstance, described: Described): Promise<void> {
  const { whose, decorator, info, tags, securitySchemes } = described;
  await app.register(swagger, {
    decorator,
    openapi: {
      openapi: '3.1.0',
      info: { ...info, version: '1.0.0', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      servers: [{ url: '/', description: 'The address of the portal' }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      components: { securitySchemes },
    },
    transform: (route) => {
      const call = route.route.config?.call;
      const isForOperators = call?.who === 'operator';
      if (isForOperators !== (whose === 'operators')) return { schema: { hide: true }, url: route.url };
      const { schema, url } = transform(route);
      if (call === undefined || schema?.hide === true) return { schema, url };
      return { schema: { ...schema, response: { ...Object(schema?.response), ...describeRefusals(call) } }, url };
    },
    transformObject: (document) =>
      withExamples(withHeaders(withComments(tidyDocument(withRefusals(transformObject(document)))))),
  });
}
