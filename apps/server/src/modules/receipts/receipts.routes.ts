import * as contract from '@tapfolio/contracts/receipts.ts';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { ofAnyMedium } from '../travel/several-media.ts';
import { localeOf } from '../travel/shown-language.ts';
import { findReceipt, makePublicReceipt, makeReceipt, type Receipt } from './receipts.service.ts';

/** A passenger's own receipts. */
export const receiptRoutes: FastifyPluginAsync = async (app) => {
  const context = { ...app.context, travel: app.travel };

  handle(app, contract.downloadReceipt, async (request, reply) => {
    const { paymentId } = request.params;
    const question = { paymentId, locale: localeOf(request) };
    return sendPdf(reply, await ofAnyMedium(request.media, (medium) => makeReceipt(context, { ...question, medium })));
  });
};

/** Receipts for guests: a statement line proves the payment. */
export const publicReceiptRoutes: FastifyPluginAsync = async (app) => {
  const context = { ...app.context, travel: app.travel };

  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('x-robots-tag', 'noindex, nofollow');
  });

  handle(app, contract.findReceipts, async (request) => {
    const receipt = await findReceipt(context, { ...request.body, ip: request.ip });
    return { items: [receipt] };
  });

  handle(app, contract.downloadPublicReceipt, async (request, reply) => {
    const { language, ...proof } = request.body;
    return sendPdf(reply, await makePublicReceipt(context, { ...proof, ip: request.ip }, language));
  });
};

/** A back office may deliver any reference; the header contains only its capitals and digits. */
function sendPdf(reply: FastifyReply, { srid, pdf }: Receipt): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="receipt-${srid.replace(/[^A-Z0-9]/g, '')}.pdf"`)
    .header('x-robots-tag', 'noindex, nofollow')
    .type('application/pdf')
    .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
}
