import { call } from '../../../lib/api-client.ts';

/** Turns off the news of a mail, with the token from its link. */
export async function turnOffCardNews(token: string): Promise<void> {
  await call('turnOffCardNews', { body: { token } });
}
