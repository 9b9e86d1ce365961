/**
 * The largest contentful paint of the sign-in page, against a static "hello world" page without script or style: once with no more
 * than the headers that a page needs, once with the sign-in page's own security headers, of which one makes a browser start a
 * process (record 10). On a phone with a slow network. Usage: node bench/first-paint.ts
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { type BrowserContextOptions, chromium } from '@playwright/test';
import { chromiumFlags, findChromium } from '../scripts/find-chromium.ts';
import { startBenchDatabase } from './lib/bench-database.ts';
import { startBenchServer } from './lib/bench-server.ts';
import { median, report } from './lib/result.ts';

const runs = 3;

/* The phone and its network are those of Lighthouse 13 with applied throttling. */
const phone: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
/** In milliseconds for each request, and bytes per second. */
const network = { offline: false, latency: 562.5, downloadThroughput: 188_743, uploadThroughput: 86_400 };
const slowerProcessor = 4;
/** How long a page that has loaded may still paint something larger. */
const restMs = 3000;

/** When the largest text or picture was painted that the page has painted so far. A text, for the types here are those of Node. */
const findLargestPaint = `new Promise((resolve) => {
  const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime));
  observer.observe({ type: 'largest-contentful-paint', buffered: true });
  setTimeout(resolve, 5000);
})`;

/** The smallest page: no script, no style, no font. */
const helloPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hello</title></head>
<body><h1>Hello, world</h1></body></html>`;

const database = await startBenchDatabase();
const server = await startBenchServer(database.url, 'auth,portal,web');
const signIn = `${server.address}/login`;
const bare = await serveHello({});
const guarded = await serveHello(await securityHeaders(signIn));
try {
  const paints: Record<'signIn' | 'bare' | 'guarded', number[]> = { signIn: [], bare: [], guarded: [] };
  for (let run = 1; run <= runs; run += 1) {
    paints.bare.push(await largestPaintMs(bare.address));
    paints.guarded.push(await largestPaintMs(guarded.address));
    paints.signIn.push(await largestPaintMs(signIn));
    const times = Object.entries(paints).map(([page, measured]) => `${page} ${measured.at(-1)?.toFixed(0)} ms`);
    console.log(`run ${run}: ${times.join(', ')}`);
  }
  const against = (name: string, theirs: number[]) => {
    const detail = `static hello world, ${median(paints.signIn).toFixed(0)} to ${median(theirs).toFixed(0)} ms, median of ${runs}`;
    return {
      name,
      measured: median(paints.signIn) / median(theirs),
      unit: 'ratio',
      goal: 1.3,
      better: 'less',
      detail,
    } as const;
  };
  report([
    against('Largest paint of the sign-in page', paints.bare),
    against('The same, against a page with the same headers', paints.guarded),
  ]);
} finally {
  await server.stop();
  await database.stop();
  await bare.close();
  await guarded.close();
}

/** The headers of a page that tell a browser what the page may do, without those that describe its content or its connection. */
async function securityHeaders(url: string): Promise<Record<string, string>> {
  const { headers } = await fetch(url);
  const guards = /policy|^x-|^strict-transport|^origin-agent/;
  return Object.fromEntries([...headers].filter(([name]) => guards.test(name)));
}

/** In a browser of its own, which has loaded nothing before. */
async function largestPaintMs(url: string): Promise<number> {
  const { executablePath, environment } = await findChromium();
  const env = { ...process.env, ...environment };
  const browser = await chromium.launch({ executablePath, args: chromiumFlags, env });
  try {
    const page = await browser.newPage(phone);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.emulateNetworkConditions', network);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor });
    await page.goto(url);
    await page.waitForTimeout(restMs);
    const paint = await page.evaluate<number | undefined>(findLargestPaint);
    if (paint === undefined) throw new Error(`the browser painted nothing at ${url}`);
    return paint;
  } finally {
    await browser.close();
  }
}

/** One static page with these headers, sent with brotli from memory. */
async function serveHello(guards: Record<string, string>) {
  const body = brotliCompressSync(helloPage);
  const listener = http.createServer((request, response) => {
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br', ...guards };
    if (request.url === '/') response.writeHead(200, headers).end(body);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  // A listening TCP server always has an AddressInfo.
  const { port } = listener.address() as AddressInfo;
  const close = async () => {
    listener.closeAllConnections();
    await new Promise((resolve) => listener.close(resolve));
  };
  return { address: `http://127.0.0.1:${port}/`, close };
}
