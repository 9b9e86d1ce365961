import { getOperatorOpenApi } from '@tapfolio/contracts/open-api.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';

/** The document of the calls for operators' systems. Keys are made by an administrator on the command line, never by a call. */
export const operatorDocumentRoutes: FastifyPluginAsync = async (app) => {
  handle(app, getOperatorOpenApi, async () => ({ openapi: '', ...(await app.openApiOf('operators')) }));
};
