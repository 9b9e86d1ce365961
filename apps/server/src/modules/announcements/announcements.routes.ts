import { listAnnouncements } from '@tapfolio/contracts/announcements.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { AnnouncementBoard } from './announcement-board.ts';

export const announcementRoutes: FastifyPluginAsync = async (app) => {
  const { config, readDb } = app.context;
  const board = new AnnouncementBoard({ readDb, deployed: config.languages.deployed });

  handle(app, listAnnouncements, async ({ query }) => ({ items: await board.shownIn(query.language) }));
};
