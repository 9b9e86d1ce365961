import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 120_000;

/**
 * Repeats a request while the server answers that it is busy. All people of the city open an account at the same time, and a slow
 * machine can only handle one after the other. Waits as long as `Retry-After` (seconds) says, two minutes in total.
 */
export async function fetchPatiently(url: URL, init: RequestInit): Promise<Response> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const response = await fetch(url, init);
    if (response.status !== 503 || performance.now() > deadline) return response;
    await response.body?.cancel();
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000);
  }
}
