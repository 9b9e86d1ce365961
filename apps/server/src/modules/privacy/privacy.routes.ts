import * as contract from '@tapfolio/contracts/privacy.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { clearSessionCookie } from '../../gate/session-cookie.ts';
import { passengerOf, requireSession } from '../../gate/session-gate.ts';
import { closeAccount } from './close-account.service.ts';
import { exportData } from './export.service.ts';

const base = '/public/api/v1/auth/user';

/** What the law calls access, portability and erasure. */
export const privacyRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  app.addHook('preHandler', requireSession);

  app.get(`${base}/export`, { schema: contract.exportData }, async (request, reply) => {
    const data = await exportData(context, passengerOf(request));
    return reply
      .header('content-disposition', 'attachment; filename="tapfolio-data.json"')
      .type('application/json; charset=utf-8')
      .send(data);
  });

  app.post(`${base}/anonymize`, { schema: contract.closeAccount }, async (request, reply) => {
    const { reason, password } = request.body;
    await closeAccount(context, passengerOf(request), { reason, password });
    clearSessionCookie(reply);
    // The browser is not to know the person any more either.
    return reply.header('clear-site-data', '"cache", "cookies"').code(204).send(null);
  });
};
