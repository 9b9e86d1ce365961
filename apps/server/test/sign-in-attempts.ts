import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './build-app.ts';

/** Signs in with a password, each time from its own address, so that only the tested limit applies. */
export function signInAttempts({ call }: Pick<TestApp, 'call'>) {
  let lastAddress = 0;
  return (email: string, password: string, headers: Record<string, string> = {}) => {
    lastAddress += 1;
    const remoteAddress = `10.${lastAddress >> 16}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`;
    const url = '/public/api/v1/auth/sessions';
    return call({ method: 'POST', url, payload: { email, password }, headers, remoteAddress });
  };
}

/** The cookies that an answer sets, as a browser sends them back. */
export const cookiesOf = (response: LightMyRequestResponse): string[] =>
  [response.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0] ?? '');
