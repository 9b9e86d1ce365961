import { downloadTravelProof } from '@tapfolio/contracts/travel-proof.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { localeOf } from '../travel/shown-language.ts';
import type { DocumentTurns } from '../travel-documents/document-turns.ts';
import { sendDocument } from '../travel-documents/send-document.ts';
import { makeTravelProof } from './travel-proof.service.ts';

/** `turns` are those of all documents of a period. */
export const travelProofRoutes: FastifyPluginAsync<{ turns: DocumentTurns }> = async (app, { turns }) => {
  const context = { ...app.context, travel: app.travel };

  handle(app, downloadTravelProof, async (request, reply) => {
    const { query, passenger } = request;
    const question = { ...query, locale: localeOf(request) };
    const file = await turns.take(passenger.passengerId, () => makeTravelProof(context, passenger, question));
    return sendDocument(reply, { ...query, name: 'travel-proof' }, file);
  });
};
