import * as contract from '@tapfolio/contracts/receipts.ts';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { mediumOf } from '../../gate/session-gate.ts';
import { localeOf } from '../travel/shown-language.ts';
import { findReceipt, makePublicReceipt, makeReceipt, type Receipt } from './receipts.service.ts';

/** A passenger's own receipts. */
export const receiptRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/cards/:cardId/payments/:paymentId/receipt',
    // All receipts are compiled by one thread.
    { schema: contract.downloadReceipt, config: { places: 10 } },
    async (request, reply) => {
      const { paymentId } = request.params;
      const question = { mediumId: mediumOf(request), paymentId, locale: localeOf(request) };
      return sendPdf(reply, await makeReceipt(app.context, question));
    },
  );
};

/** Receipts for whoever holds a statement line. */
export const publicReceiptRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('x-robots-tag', 'noindex, nofollow');
  });

  app.post('/receipts/search', { schema: contract.findReceipts }, async (request) => {
    const receipt = await findReceipt(app.context, { ...request.body, ip: request.ip });
    return { items: [receipt] };
  });

  app.post('/receipts/document', { schema: contract.downloadPublicReceipt }, async (request, reply) => {
    const { language, ...proof } = request.body;
    return sendPdf(reply, await makePublicReceipt(app.context, { ...proof, ip: request.ip }, language));
  });
};

/** A back office may deliver any reference; of one that is no capitals and digits the header says what is. */
function sendPdf(reply: FastifyReply, { srid, pdf }: Receipt): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="receipt-${srid.replace(/[^A-Z0-9]/g, '')}.pdf"`)
    .header('x-robots-tag', 'noindex, nofollow')
    .type('application/pdf')
    .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
}
