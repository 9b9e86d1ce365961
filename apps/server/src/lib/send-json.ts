import type { FastifyReply } from 'fastify';

const asItIs = (text: unknown): string => String(text);

/**
 * Sends what a presenter has made, without checking it again: for a long list that would cost more than reading it.
 * The tests of each such call read its answers with the contract's schema instead.
 */
export function sendJson<Answer extends object>(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply.type('application/json; charset=utf-8').serializer(asItIs).send(JSON.stringify(answer));
}
