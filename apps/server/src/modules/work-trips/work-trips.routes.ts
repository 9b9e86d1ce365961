import { changeWorkRule, getWorkRule, listWorkTrips, markWorkTrips } from '@tapfolio/contracts/work-trips.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { sendJson } from '../../lib/send-json.ts';
import { changeRule, markTrips, readRule, readWorkTrips } from './work-trips.service.ts';

/** Which trips of a card are for work. */
export const workTripRoutes: FastifyPluginAsync = async (app) => {
  const context = { ...app.context, travel: app.travel };

  handle(app, listWorkTrips, async ({ params, query, media, passenger }, reply) =>
    sendJson(reply, await readWorkTrips(app.travel, passenger, { ...query, ...params, media })),
  );

  handle(app, markWorkTrips, async ({ params, body, media, passenger }) => {
    await markTrips(context, passenger, { ...body, ...params, media });
  });

  handle(app, getWorkRule, async ({ params, passenger }) => readRule(app.travel.readDb, passenger, params.cardId));

  handle(app, changeWorkRule, async ({ params, body, passenger }) =>
    changeRule(context, passenger, { ...body, ...params }),
  );
};
