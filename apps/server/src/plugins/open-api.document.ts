import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { type Call, callTags, operatorTags } from '@tapfolio/contracts/define-call.ts';
import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import Fastify from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { compileContracts, schemaOf, withoutJsonSchemas } from './call-schema.ts';
import { withComments } from './open-api.comments.ts';
import { withExamples } from './open-api.examples.ts';
import { withHeaders } from './open-api.headers.ts';
import type { CallersKind } from './open-api.parts.ts';
import { describeRefusals, withRefusals } from './open-api.refusals.ts';
import { describeType, namedAnswers } from './open-api.shapes.ts';
import { tidyDocument } from './open-api.tidy.ts';

const schemaRegistry = namedAnswers();
const options = { schemaRegistry, zodToJsonConfig: { override: describeType } };
const transform = createJsonSchemaTransform(options);
const transformObject = createJsonSchemaTransformObject(options);

const everyAnswer =
  'Every answer carries `x-trace-id`, which names the call in the log of the server. A later release may add fields to answers and values to lists of values: a client ignores what it does not know.';

type Description = NonNullable<FastifyDynamicSwaggerOptions['openapi']>;

interface Described {
  readonly info: { title: string; description: string };
  readonly tags: Readonly<Record<string, string>>;
  readonly securitySchemes: NonNullable<NonNullable<Description['components']>['securitySchemes']>;
}

const describedTo: Readonly<Record<CallersKind, Described>> = {
  passengers: {
    info: {
      title: 'Tapfolio',
      description: `The passenger's side of open-loop transit: cards, trips, payments and receipts. ${everyAnswer}`,
    },
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
  operators: {
    info: {
      title: 'Tapfolio for operators',
      description: `Calls between servers. Each carries \`Authorization: Bearer\` with a key that an administrator has made with \`api-key create\`; a key has scopes and may be bound to one operator. A call that moves money carries an \`Idempotency-Key\` of your own: repeat a call whose answer was lost with the same key and the same body. ${everyAnswer}`,
    },
    tags: operatorTags,
    securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
  },
};

/** The OpenAPI 3.1 document of those of these calls that its readers make. The library reads routes: it gets some of an app that never listens. */
export async function writeDocument(whose: CallersKind, calls: Iterable<Call<ErrorCode>>): Promise<object> {
  const { info, tags, securitySchemes } = describedTo[whose];
  const app = Fastify({ schemaController: withoutJsonSchemas });
  compileContracts(app);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { ...info, version: '1.0.0', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      servers: [{ url: '/', description: 'The address of the portal' }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      components: { securitySchemes },
    },
    transform: (route) => {
      const { schema, url } = transform(route);
      const call = route.route.config?.call;
      if (call === undefined || schema?.hide === true) return { schema, url };
      return { schema: { ...schema, response: { ...Object(schema?.response), ...describeRefusals(call) } }, url };
    },
    transformObject: (document) =>
      withExamples(withHeaders(withComments(tidyDocument(withRefusals(transformObject(document)))))),
  });
  for (const call of calls) {
    if ((call.who === 'operator') !== (whose === 'operators')) continue;
    app.route({ method: call.method, url: call.path, schema: schemaOf(call), config: { call }, handler: () => {} });
  }
  await app.ready();
  return app.swagger();
}
