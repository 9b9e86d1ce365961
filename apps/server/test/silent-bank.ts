import { createHttpBank } from '../src/gateways/http-bank.ts';

/** For tests that never reach the bank: no server listens at its address. */
export const silentBank = createHttpBank({
  url: 'http://127.0.0.1:9',
  key: 'sandbox_nobody',
  webhookSecret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  connectMs: 100,
  answerMs: 100,
});
