import * as contract from '@tapfolio/contracts/privacy.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { clearSessionCookie } from '../../gate/session-cookie.ts';
import { refuseForeignGet } from '../../plugins/request-guard.ts';
import { closeAccount } from './close-account.service.ts';
import { exportData } from './export.service.ts';

/** What the law calls access, portability and erasure. */
export const privacyRoutes: FastifyPluginAsync = async (app) => {
  const { context } = app;
  handle(app, contract.exportData, async (request, reply) => {
    refuseForeignGet(request);
    const data = await exportData(context, request.passenger);
    return reply
      .header('content-disposition', 'attachment; filename="tapfolio-data.json"')
      .type('application/json; charset=utf-8')
      .send(data);
  });

  handle(app, contract.closeAccount, async (request, reply) => {
    const { reason, password } = request.body;
    await closeAccount(context, request.passenger, { reason, password });
    clearSessionCookie(reply);
    // The browser must forget the person too.
    void reply.header('clear-site-data', '"cache", "cookies"');
  });
};
