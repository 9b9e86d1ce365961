import { listReaderMessages } from '@tapfolio/contracts/reader-messages.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { readerMessagesIn } from './reader-messages.service.ts';

export const readerMessageRoutes: FastifyPluginAsync = async (app) => {
  const { config } = app.context;
  handle(app, listReaderMessages, async ({ query }) => ({ items: await readerMessagesIn(config, query.language) }));
};
