import { setTimeout as sleep } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';

/** If a client had to retry this often, the server is too slow, however busy the machine is. */
const usualTimes = 5;

/**
 * Repeats a request when a busy server says so, as our browser does, so that a busy machine fails no test about something
 * else. Returns the last answer.
 */
export async function whileBusy<Answer extends Response | LightMyRequestResponse>(
  ask: () => Promise<Answer>,
  mostTimes: number = usualTimes,
): Promise<Answer> {
  for (let time = 1; ; time += 1) {
    const answer = await ask();
    const { status, retryAfter } = read(answer);
    if (status !== 503 || time === mostTimes) return answer;
    await sleep(Number(retryAfter) * 1000);
  }
}

/** Sends this number of requests at once, each as {@link whileBusy} does. */
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
