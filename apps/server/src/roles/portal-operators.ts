import type { FastifyPluginAsync } from 'fastify';
import { operatorDocumentRoutes } from '../modules/api-keys/api-keys.routes.ts';
import { askedQuestionRoutes } from '../modules/questions/questions.routes.ts';
import { refundRoutes } from '../modules/refunds/refunds.routes.ts';

/** The calls of operators' own systems. */
export const operatorRoutes: FastifyPluginAsync = async (app) => {
  await app.register(operatorDocumentRoutes);
  await app.register(refundRoutes);
  await app.register(askedQuestionRoutes);
};
