import http from 'node:http';
import { listen } from '../../apps/server/test/listen.ts';

export interface Proxy {
  address: string;
  /** From now on the service worker has this text behind it, as a newer build would. */
  changeServiceWorker(addition: string): void;
  close(): Promise<void>;
}

/** The same portal under another port, with a service worker that can change while the test runs. */
export async function startProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  let addition = '';
  const server = http.createServer((request, response) => {
    const isWorker = request.url === '/sw.js';
    const headers = isWorker ? { ...request.headers, 'accept-encoding': 'identity' } : request.headers;
    const { method, url: path } = request;
    const passed = http.request({ hostname, port, method, path, headers }, (answer) => {
      const { 'content-length': _, etag: __, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, isWorker ? kept : answer.headers);
      answer.pipe(response, { end: !isWorker });
      if (isWorker) answer.on('end', () => response.end(addition));
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  const address = `http://localhost:${await listen(server)}`;
  return {
    address,
    changeServiceWorker: (text) => {
      addition = text;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
