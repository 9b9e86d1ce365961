import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync, LogController } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { admission } from './plugins/admission.ts';
import { allowedMethods } from './plugins/allowed-methods.ts';
import { compileContracts, withoutJsonSchemas } from './plugins/call-schema.ts';
import { limitConnections } from './plugins/connections.ts';
import type { ServerContext } from './plugins/context.ts';
import { createCookies } from './plugins/cookies.ts';
import { answerUnroutable, errorsPlugin } from './plugins/errors.ts';
import { idempotencyKeys } from './plugins/idempotency-keys.ts';
import { jsonBody } from './plugins/json-body.ts';
import { answerConnect, answerUnreadable } from './plugins/line-refusals.ts';
import { openApi } from './plugins/open-api.ts';
import { requestGuard } from './plugins/request-guard.ts';
import { requestLog } from './plugins/request-log.ts';
import { requestRates } from './plugins/request-rates.ts';
import { routeAccess } from './plugins/route-access.ts';
import { securityHeaders } from './plugins/security-headers.ts';

/** A role's routes, registered as one plugin in a scope of its own. */
export type HttpRole = FastifyPluginAsync;

const bodyLimitBytes = 65_536;
/** A slower sender would occupy a connection for nothing. A missing Host gets our form of refusal, not Node's. */
const httpLimits = { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, requireHostHeader: false };

/** The steps of every request, in this order. */
const everyRequest = [
  admission,
  securityHeaders,
  allowedMethods,
  errorsPlugin,
  requestLog,
  jsonBody,
  requestGuard,
  requestRates,
  routeAccess,
  idempotencyKeys,
  openApi,
];

/** The server without its sockets: guards first, then the form of errors, then the requested roles. */
export async function buildApp(
  context: ServerContext,
  roles: readonly HttpRole[],
  logger?: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const app = Fastify({
    ...(logger === undefined ? { logger: false } : { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // On a busy machine the routes of a role take longer to register than any limit is worth.
    pluginTimeout: 0,
    bodyLimit: bodyLimitBytes,
    http: httpLimits,
    requestTimeout: 12_000,
    connectionTimeout: 30_000,
    keepAliveTimeout: 5_000,
    routerOptions: { maxParamLength: 100 },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // Requests that reach an open connection while we stop are still answered, and the connection is then closed.
    return503OnClosing: false,
    frameworkErrors: answerUnroutable,
    clientErrorHandler: (error, socket) => answerUnreadable(logger, error, socket),
    exposeHeadRoutes: false,
    schemaController: withoutJsonSchemas,
    trustProxy: context.config.http.trustedProxies.length > 0 ? context.config.http.trustedProxies : false,
  }).withTypeProvider<ZodTypeProvider>();
  limitConnections(app.server, { isBehindProxy: context.config.http.trustedProxies.length > 0 });
  app.server.on('connect', (_request, socket) => answerConnect(logger, socket));
  // An expectation that we do not know is ignored, as RFC 9110 section 10.1.1 allows, rather than refused by Node.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  compileContracts(app);
  app.decorate('serverContext', context);
  app.decorate('cookies', createCookies(context.config));
  app.decorateRequest('shownSession', null);
  app.decorateRequest('shownKey', null);
  app.decorateRequest('passenger', null);
  app.decorateRequest('media', null);
  app.decorateRequest('operator', null);
  for (const part of [...everyRequest, ...roles]) await app.register(part);
  return app;
}
