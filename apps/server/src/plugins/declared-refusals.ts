import { channel } from 'node:diagnostics_channel';
import { nameOf } from '@tapfolio/contracts/contract.ts';
import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import { refusalsOf } from '@tapfolio/contracts/refusals-of.ts';
import type { FastifyRequest } from 'fastify';

/** The code of a refusal, and whether the call declares it. */
export interface NotedRefusal {
  readonly call: string;
  readonly code: ErrorCode;
  readonly isDeclared: boolean;
}

/** Tells of each refusal of a call. The tests listen: one that is not declared fails the test that got it. */
export const refusalChannel = channel('tapfolio:refusal');

/** Compares a refusal with what its call declares. The caller gets an undeclared one all the same, and the log has a line. */
export function noteRefusal({ routeOptions, log }: FastifyRequest, code: ErrorCode): void {
  const { call } = routeOptions.config;
  if (call === undefined) return;
  const noted: NotedRefusal = { call: nameOf(call), code, isDeclared: refusalsOf(call).includes(code) };
  if (!noted.isDeclared) log.error({ call: noted.call, code }, 'a call refused with a code that it does not declare');
  refusalChannel.publish(noted);
}
