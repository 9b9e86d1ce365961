import { listAnnouncements } from '@tapfolio/contracts/announcements.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { AnnouncementBoard } from './announcement-board.ts';

/**
 * The same for everybody, so a cache before the server may keep it for a while. A browser asks each time: the page takes the
 * server's time from its answers.
 */
const cacheControl = 'public, max-age=0, s-maxage=15';

export const announcementRoutes: FastifyPluginAsync = async (app) => {
  const { config, readDb } = app.context;
  const board = new AnnouncementBoard({ readDb, deployed: config.languages.deployed });

  handle(app, listAnnouncements, async ({ query }, reply) => {
    const items = await board.shownIn(query.language);
    void reply.header('cache-control', cacheControl);
    return { items };
  });
};
