import type { FastifyReply } from 'fastify';

const asItIs = (text: unknown): string => String(text);

/**
 * Answers JSON that the database has already written. It is not parsed and written again on its way; the tests of
 * each such route read it with the contract's schema instead.
 */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').serializer(asItIs).send(json);
}
