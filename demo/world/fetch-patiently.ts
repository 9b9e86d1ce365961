import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 120_000;

/**
 * Fetches again for as long as the server says that it is too busy just now: everybody in the city opens an account at once,
 * and a slow machine takes them one after the other. Waits as the server asks (`Retry-After`, seconds), two minutes in all.
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
