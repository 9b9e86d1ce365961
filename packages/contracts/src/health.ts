import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';

/** Whether the process answers. A process that does not answer should be replaced. */
export const isAlive = defineCall({
  method: 'GET',
  path: '/internal/health/live',
  who: 'supervisor',
  rate: { perMinute: 600 },
  answers: { 200: z.object({ status: z.literal('alive') }) },
});

/** Each check is `ok` or says what is wrong. */
const readiness = z.object({
  status: z.enum(['ready', 'unready', 'stopping']),
  checks: z.record(z.string(), z.string()),
});

/** Whether the process can do its work. A process that cannot answers 503 and should get no calls until it can. */
export const isReady = defineCall({
  method: 'GET',
  path: '/internal/health/ready',
  who: 'supervisor',
  rate: { perMinute: 600 },
  answers: { 200: readiness, 503: readiness },
});
