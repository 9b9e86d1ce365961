import type { FastifyPluginAsync } from 'fastify';
import { publicReceiptRoutes, receiptRoutes } from '../modules/receipts/receipts.routes.ts';
import { DocumentTurns } from '../modules/travel-documents/document-turns.ts';
import { travelProofRoutes } from '../modules/travel-proof/travel-proof.routes.ts';
import { travelStatementRoutes } from '../modules/travel-statement/travel-statement.routes.ts';

/** What a passenger downloads. */
export const documentRoutes: FastifyPluginAsync = async (app) => {
  await app.register(receiptRoutes);
  await app.register(publicReceiptRoutes);
  const turns = new DocumentTurns();
  await app.register(travelProofRoutes, { turns });
  await app.register(travelStatementRoutes, { turns });
};
