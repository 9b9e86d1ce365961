import type Stripe from 'stripe';
import { callHttp, plainHeaders } from './http-call.ts';

type HttpClient = NonNullable<Stripe.StripeConfig['httpClient']>;

/**
 * Makes the library call in the same way as our other adapter. The library's own client asks a second time when a connection breaks,
 * even with retries switched off, and limits neither the time to connect nor that of the whole call.
 */
export function stripeHttpClient(limits: { connectMs: number; answerMs: number }): HttpClient {
  return {
    getClientName: () => 'tapfolio',
    // oxlint-disable-next-line max-params -- the interface is the library's
    async makeRequest(host, port, path, method, headers, requestData, protocol) {
      if (method !== 'GET' && method !== 'POST') throw new Error(`${method} is not used`);
      const url = new URL(`${protocol}://${host}:${port}${path}`);
      const body = requestData ? { body: requestData } : {};
      const answer = await callHttp({ method, url, headers: plainHeaders(headers), ...limits, ...body }).catch(
        (cause: unknown) => {
          // This error has no code: by a code the library would see a broken connection.
          throw new Error('no whole answer', { cause });
        },
      );
      return {
        getStatusCode: () => answer.status,
        getHeaders: () => plainHeaders(answer.headers),
        getRawResponse: () => answer,
        toStream: () => {
          throw new Error('streams are not used');
        },
        toJSON: async () => JSON.parse(answer.body),
      };
    },
  };
}
