import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './build-app.ts';
import { buildPasswordOwner, goodPassword } from './factories/credentials.ts';
import type { SoftAuthenticator } from './soft-authenticator.ts';

export const sessionOf = (response: LightMyRequestResponse): string | undefined =>
  /__Host-session=[A-Za-z0-9_-]{43}/.exec(String(response.headers['set-cookie']))?.[0];

/** The actions of passengers with second factors, on an app with the role `auth`. */
export function secondFactorCalls({ call, context }: Pick<TestApp, 'call' | 'context'>) {
  let lastNumber = 0;

  /** Each call comes from its own address, so that only the tested limit applies. */
  function send(method: 'POST' | 'PATCH' | 'DELETE' | 'GET', path: string, payload?: object, cookie = '') {
    lastNumber += 1;
    const remoteAddress = `10.4.${lastNumber >> 8}.${lastNumber & 255}`;
    return call({
      method,
      url: `/public/api/v1/auth${path}`,
      headers: { cookie },
      remoteAddress,
      ...(payload !== undefined && { payload }),
    });
  }

  async function signedIn() {
    const { email, passenger_id: passengerId } = await buildPasswordOwner(context);
    const cookie = sessionOf(await send('POST', '/sessions', { email, password: goodPassword })) ?? '';
    return { email, passengerId, cookie };
  }

  async function addKey(cookie: string, key: SoftAuthenticator, name = 'Phone') {
    const offered = (await send('POST', '/user/passkeys/options', undefined, cookie)).json();
    return await send('POST', '/user/passkeys', { name, response: key.register(offered) }, cookie);
  }

  async function challengeForSignIn(): Promise<string> {
    return (await send('POST', '/sessions/passkey_options')).json().challenge;
  }

  return { send, signedIn, addKey, challengeForSignIn };
}
