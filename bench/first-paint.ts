/**
 * The largest contentful paint of the sign-in page, against a static "hello world" page without script or style that is served
 * the same way: a phone on a slow network, with applied throttling. Usage: node bench/first-paint.ts
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { launch } from 'chrome-launcher';
import lighthouse, { type Flags } from 'lighthouse';
import { chromiumFlags, findChromium } from '../scripts/find-chromium.ts';
import { startBenchDatabase } from './lib/bench-database.ts';
import { startBenchServer } from './lib/bench-server.ts';
import { median, report } from './lib/result.ts';

const runs = 3;
/** Simulated throttling counts scripts from localhost as blocking. Applied throttling measures what a person would see. */
const settings: Flags = { throttlingMethod: 'devtools', onlyCategories: ['performance'], output: 'json' };

/** The smallest page: no script, no style, no font. */
const helloPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hello</title></head>
<body><h1>Hello, world</h1></body></html>`;

const database = await startBenchDatabase();
const server = await startBenchServer(database.url, 'auth,portal,web');
const hello = await serveHello();
try {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let run = 1; run <= runs; run += 1) {
    theirs.push(await largestPaintMs(hello.address));
    ours.push(await largestPaintMs(`${server.address}/login`));
    console.log(`run ${run}: sign-in page ${ours.at(-1)?.toFixed(0)} ms, hello world ${theirs.at(-1)?.toFixed(0)} ms`);
  }
  const measured = median(ours) / median(theirs);
  const detail = `static hello world, ${median(ours).toFixed(0)} to ${median(theirs).toFixed(0)} ms, median of ${runs}`;
  report([{ name: 'Largest paint of the sign-in page', measured, unit: 'ratio', goal: 1.3, better: 'less', detail }]);
} finally {
  await server.stop();
  await database.stop();
  await hello.close();
}

async function largestPaintMs(url: string): Promise<number> {
  const { executablePath } = await findChromium();
  const chrome = await launch({ chromePath: executablePath, chromeFlags: ['--headless', ...chromiumFlags] });
  try {
    const result = await lighthouse(url, { ...settings, port: chrome.port });
    const paint = result?.lhr.audits['largest-contentful-paint']?.numericValue;
    if (paint === undefined)
      throw new Error(`Lighthouse measured nothing at ${url}: ${result?.lhr.runtimeError?.message}`);
    return paint;
  } finally {
    chrome.kill();
  }
}

/** One static page, sent with brotli from memory. */
async function serveHello() {
  const body = brotliCompressSync(helloPage);
  const listener = http.createServer((request, response) => {
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' };
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
