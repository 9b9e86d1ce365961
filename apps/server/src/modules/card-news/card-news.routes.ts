import {
  askToTurnOffCardNews,
  chooseCardNews,
  turnOffCardNews,
  turnOffCardNewsByMailbox,
} from '@tapfolio/contracts/card-news.ts';
import { defaultLocale } from '@tapfolio/domain/locale.ts';
import { localise } from '@tapfolio/locales/paths.ts';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { handle, type RequestOf } from '../../gate/handle.ts';
import * as choice from './choose-card-news.service.ts';

/** A passenger chooses the news of cards in the account, or turns them off by the link in a mail. */
export const cardNewsRoutes: FastifyPluginAsync = async (app) => {
  const { context } = app;
  handle(app, chooseCardNews, async (request) => {
    await choice.chooseCardNews(context, request.passenger, request.body);
  });

  handle(app, turnOffCardNews, async (request) => {
    await choice.turnOffCardNews(context, { token: request.body.token, traceId: request.id });
  });

  const askFirst = (request: RequestOf<typeof askToTurnOffCardNews>, reply: FastifyReply) => {
    const { token, language = defaultLocale } = request.query;
    return reply.redirect(localise('stop-emails', { token }, language));
  };
  // Mail programs and mail filters ask with HEAD whether a link of a mail leads somewhere.
  handle(app, askToTurnOffCardNews, askFirst, { exposeHeadRoute: true });
};

/** Mailbox providers send a form, of which nothing is needed. */
export const mailboxRoutes: FastifyPluginAsync = async (app) => {
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
  app.addContentTypeParser(forms, { parseAs: 'string' }, (_request, _body, done) => done(null));
  handle(app, turnOffCardNewsByMailbox, async (request) => {
    await choice.turnOffCardNews(app.context, { token: request.query.token, traceId: request.id });
  });
};
