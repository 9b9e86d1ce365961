import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { noContent } from './shared.ts';

/** An event that the bank sends, signed as docs/bank-contract.md says. The body is parsed after the signature is checked. */
export const receiveBankEvent = defineCall({
  method: 'POST',
  path: '/internal/api/v1/bank/webhooks',
  who: 'provider',
  idempotency: 'natural',
  rate: { perMinute: 3000 },
  body: z.string(),
  refuses: ['unauthenticated'],
  answers: { 204: noContent },
});
