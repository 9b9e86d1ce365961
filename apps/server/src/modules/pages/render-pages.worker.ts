import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { PageRequest, RenderPages } from '@tapfolio/contracts/pages.ts';

const request = workerData as PageRequest; // sent by page-cache.ts
const renderer = (await import(pathToFileURL(path.join(request.folder, 'server/pages.js')).href)) as {
  renderPages: RenderPages; // the build exports it, see contracts/pages.ts
};
parentPort?.postMessage(await renderer.renderPages(request));
