/**
 * When the sign-in page shows its largest part, against a client-rendered "hello world" of the same React served the
 * same way: a phone on a slow network, really throttled. Usage: node bench/first-paint.ts
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { launch } from 'chrome-launcher';
import lighthouse, { type Flags } from 'lighthouse';
import { build } from 'vite';
import { chromiumFlags, findChromium } from '../scripts/find-chromium.ts';
import { startBenchDatabase } from './lib/bench-database.ts';
import { startBenchServer } from './lib/bench-server.ts';
import { root } from './lib/process.ts';
import { median, report } from './lib/result.ts';

const runs = 3;
/** Simulated throttling counts scripts from localhost as blocking; applied throttling measures what a person would see. */
const settings: Flags = { throttlingMethod: 'devtools', onlyCategories: ['performance'], output: 'json' };

const helloPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hello</title></head>
<body><div id="root"></div><script type="module" src="/main.js"></script></body></html>`;

const helloScript = `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(createElement('h1', null, 'Hello, world'));`;

const database = await startBenchDatabase();
const server = await startBenchServer(database.url, 'auth,portal,web');
// After the server: Vite leaves NODE_ENV=production in this process, and the server would inherit it.
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
  const detail = `client-rendered React hello world, ${median(ours).toFixed(0)} to ${median(theirs).toFixed(0)} ms, median of ${runs}`;
  report([{ name: 'Largest paint of the sign-in page', measured, unit: 'ratio', goal: 0.6, better: 'less', detail }]);
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

/** The smallest React page there is, built by the same tool and sent with brotli from memory. */
async function serveHello() {
  const home = mkdtempSync(path.join(root, 'node_modules/.tapfolio-bench-'));
  writeFileSync(path.join(home, 'index.html'), helloPage);
  writeFileSync(path.join(home, 'main.js'), helloScript);
  await build({ root: home, logLevel: 'error', configFile: false });
  const dist = path.join(home, 'dist');
  const files = new Map<string, Buffer>();
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (/\.(html|js|css)$/.test(name)) files.set(`/${name}`, brotliCompressSync(readFileSync(path.join(dist, name))));
  }
  rmSync(home, { recursive: true, force: true });
  const listener = http.createServer((request, response) => {
    const name = request.url === '/' ? '/index.html' : (request.url ?? '');
    const type = name.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
    response.writeHead(files.has(name) ? 200 : 404, { 'content-type': type, 'content-encoding': 'br' });
    response.end(files.get(name));
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
