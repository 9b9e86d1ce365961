import { getRefund, requestRefund as requestRefundCall } from '@tapfolio/contracts/refunds.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { readRefund, requestRefund } from './request-refund.service.ts';

/** Calls of operators' systems: they request refunds, and read their states. */
export const refundRoutes: FastifyPluginAsync = async (app) => {
  const { context } = app;

  handle(
    app,
    requestRefundCall,
    async (request) => await requestRefund(context, request.operator, { wish: request.body, keyed: request.keyed }),
  );

  handle(app, getRefund, async (request) => await readRefund(context.pool, request.operator, request.params.refundId));
};
