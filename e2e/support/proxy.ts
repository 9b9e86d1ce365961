import http from 'node:http';
import { listen } from '../../apps/server/test/listen.ts';

export interface Proxy {
  address: string;
  /** From now on what stands under this path has this text behind it, as that of a newer version would. */
  addTo(pathname: string, text: string): void;
  close(): Promise<void>;
}

/** The same portal under another port, with a service worker and pages that can change while the test runs. */
export async function startProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const additions = new Map<string, string>();
  const server = http.createServer((request, response) => {
    const addition = additions.get(new URL(request.url ?? '', target).pathname);
    // Asked for plainly and whole, so that text can follow.
    const { 'if-none-match': _, ...asked } = { ...request.headers, 'accept-encoding': 'identity' };
    const headers = addition === undefined ? request.headers : asked;
    const { method, url: path } = request;
    const passed = http.request({ hostname, port, method, path, headers }, (answer) => {
      // The browser of a journey shows its language to the service worker, and would find nothing that varies with it.
      const { 'content-length': _length, etag: _etag, vary: _vary, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, addition === undefined ? answer.headers : kept);
      answer.pipe(response, { end: false });
      answer.on('end', () => response.end(addition));
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  const address = `http://localhost:${await listen(server)}`;
  return {
    address,
    addTo: (pathname, text) => void additions.set(pathname, text),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
