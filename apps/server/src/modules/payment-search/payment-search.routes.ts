import { findPayments } from '@tapfolio/contracts/payments.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { searchPayments } from './payment-search.service.ts';

export const paymentSearchRoutes: FastifyPluginAsync = async (app) => {
  const reading = { travel: app.travel, config: app.context.config };

  handle(app, findPayments, async (request) => {
    const { passengerId } = request.passenger;
    return await searchPayments(reading, { passengerId, text: request.body.srid });
  });
};
