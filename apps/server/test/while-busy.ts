import { setTimeout as sleep } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';

/** A server that is too busy for somebody who came back so often is too slow, however busy the machine is. */
const mostTimes = 5;

/**
 * Asks again when a server that is too busy says, as our browser does, so that a busy machine fails no test that is about something
 * else. Gives the last answer.
 */
export async function whileBusy<Answer extends Response | LightMyRequestResponse>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let time = 1; ; time += 1) {
    const answer = await ask();
    const { status, retryAfter } = read(answer);
    if (status !== 503 || time === mostTimes) return answer;
    await sleep(Number(retryAfter) * 1000);
  }
}

/** Asks so many times at once, each time as {@link whileBusy} does. */
export async function askAtOnce<Answer extends Response | LightMyRequestResponse>(
  times: number,
  ask: (number: number) => Promise<Answer>,
): Promise<Answer[]> {
  return await Promise.all(Array.from({ length: times }, (_, number) => whileBusy(() => ask(number))));
}

function read(answer: Response | LightMyRequestResponse): { status: number; retryAfter: unknown } {
  if ('statusCode' in answer) return { status: answer.statusCode, retryAfter: answer.headers['retry-after'] };
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
}
