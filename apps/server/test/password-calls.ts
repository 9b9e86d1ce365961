import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { TestApp } from './build-app.ts';
import { linkTokenOf, type TestMailServer } from './mail-server.ts';

/** A password that no test account has in the beginning. */
export const newPassword = 'the-ninth-bus-is-always-late';

/** Calls about passwords, each from its own address, so that only the tested limit applies. */
export function passwordCalls({ call, mailServer }: Pick<TestApp, 'call'> & { mailServer: TestMailServer }) {
  let lastNumber = 0;
  const post = (path: string, payload: object, { from = '', cookie = '' } = {}): Promise<LightMyRequestResponse> => {
    lastNumber += 1;
    const remoteAddress = from || `10.3.${lastNumber >> 8}.${lastNumber & 255}`;
    return call({ method: 'POST', url: `/public/api/v1/auth${path}`, payload, remoteAddress, headers: { cookie } });
  };
  const requestReset = (email: string, from?: string) => post('/user/password_reset', { email }, { from });
  return {
    post,
    requestReset,
    confirmReset: (reset_token: string, new_password = newPassword) =>
      post('/user/password_reset_confirm', { reset_token, new_password }),
    trySignIn: (email: string, password: string) => post('/sessions', { email, password }),

    /** The token of the link that is mailed to this owner. */
    async resetTokenFor(email: string): Promise<string> {
      expect((await requestReset(email)).statusCode).toBe(202);
      return linkTokenOf(await mailServer.lastTo(email));
    },
  };
}
