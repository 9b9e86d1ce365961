import type { Call } from '@tapfolio/contracts/define-call.ts';
import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import { getOpenApi } from '@tapfolio/contracts/open-api.ts';
import { fastifyPlugin } from 'fastify-plugin';
import { lazily } from '../lib/lazily.ts';
import { schemaOf } from './call-schema.ts';
import type { CallersKind } from './open-api.parts.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of the calls of this process that these callers make. */
    openApiOf: (whose: CallersKind) => Promise<object>;
  }
}

/** The documents of every public call and of every call for operators, made from the contracts when somebody asks for one. */
export const openApi = fastifyPlugin(
  async (app) => {
    const documents = {
      passengers: lazily(async () => await makeDocument('passengers', app.servedCalls)),
      operators: lazily(async () => await makeDocument('operators', app.servedCalls)),
    };
    app.decorate('openApiOf', async (whose) => await documents[whose]());
    app.get(getOpenApi.path, { schema: schemaOf(getOpenApi), config: { call: getOpenApi } }, () =>
      app.openApiOf('passengers'),
    );
  },
  { name: 'open-api', dependencies: ['route-access'] },
);

/** Few processes are asked for a document. What makes it, the library above all, takes 4 MB: it is loaded then. */
async function makeDocument(whose: CallersKind, calls: Iterable<Call<ErrorCode>>): Promise<object> {
  const { writeDocument } = await import('./open-api.document.ts');
  return await writeDocument(whose, calls);
}
