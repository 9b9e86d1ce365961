import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { noContent } from './shared.ts';

/** What the bank tells by itself; it signs its calls as docs/bank-contract.md says. The body is read after the signature. */
export const hearFromBank = defineCall({
  method: 'POST',
  path: '/internal/api/v1/bank/webhooks',
  who: 'provider',
  idempotency: 'natural',
  rate: { perMinute: 3000 },
  body: z.string(),
  refuses: ['unauthenticated'],
  answers: { 204: noContent },
});
