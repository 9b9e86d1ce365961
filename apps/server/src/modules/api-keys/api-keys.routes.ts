import { getOperatorOpenApi } from '@tapfolio/contracts/open-api.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';

/** What a key is good for. Keys themselves are made by an administrator and by no call. */
export const operatorDocumentRoutes: FastifyPluginAsync = async (app) => {
  handle(app, getOperatorOpenApi, () => ({ openapi: '', ...app.describeOperatorCalls() }));
};
