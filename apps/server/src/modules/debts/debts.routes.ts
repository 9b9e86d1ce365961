import * as contract from '@tapfolio/contracts/debts.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { addressBlock } from '../../lib/address-block.ts';
import { sendJson } from '../../lib/send-json.ts';
import { ofAnyMedium } from '../travel/several-media.ts';
import { shownLanguage } from '../travel/shown-language.ts';
import { DebtWatch } from './debt-watch.ts';
import { readDebts, startCollection } from './debts.service.ts';
import { collectGuestDebt, findGuestDebt } from './guest-debts.service.ts';
import { isStillLive } from './watching-session.ts';

/** A passenger's own debts. */
export const debtRoutes: FastifyPluginAsync = async (app) => {
  const context = { ...app.context, travel: app.travel };
  const watch = new DebtWatch(context.readDb, app.log);
  app.addHook('preClose', async () => watch.close());

  handle(app, contract.listDebts, async (request, reply) => {
    const { media } = request;
    return sendJson(reply, await readDebts(context, { media, language: shownLanguage(request) }));
  });

  handle(app, contract.collectDebt, async (request) => {
    const { paymentId } = request.params;
    const asked = { paymentId, ...request.body, askedBy: 'passenger' } as const;
    return await ofAnyMedium(request.media, (medium) =>
      startCollection(context, { ...medium, ...asked }, request.keyed),
    );
  });

  handle(app, contract.watchDebts, (request, reply) => {
    const { media } = request;
    const { tokenHash } = request.passenger;
    const question = { tokenHash, cardId: request.params.cardId, media };
    const watcher = {
      media,
      session: tokenHash.toString('base64'),
      address: addressBlock(request.ip),
      isLive: () => isStillLive(context, question),
    };
    return reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(watch.open(watcher));
  });
};

/** A debt for a guest, who names it by its statement line. */
export const guestDebtRoutes: FastifyPluginAsync = async (app) => {
  const context = { ...app.context, travel: app.travel };

  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('x-robots-tag', 'noindex, nofollow');
  });

  handle(app, contract.findDebt, async (request) => await findGuestDebt(context, { ...request.body, ip: request.ip }));

  handle(app, contract.collectFoundDebt, async (request) =>
    collectGuestDebt(context, { ...request.body, ip: request.ip }, request.keyed),
  );
};
