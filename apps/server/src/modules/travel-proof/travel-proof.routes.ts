import { downloadTravelProof } from '@tapfolio/contracts/travel-proof.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { localeOf } from '../travel/shown-language.ts';
import { sendDocument } from '../travel-documents/send-document.ts';
import { makeTravelProof } from './travel-proof.service.ts';

export const travelProofRoutes: FastifyPluginAsync = async (app) => {
  const context = { ...app.context, travel: app.travel };

  handle(app, downloadTravelProof, async (request, reply) => {
    const { query, passenger } = request;
    const file = await makeTravelProof(context, passenger, { ...query, locale: localeOf(request) });
    return sendDocument(reply, { ...query, name: 'travel-proof' }, file);
  });
};
