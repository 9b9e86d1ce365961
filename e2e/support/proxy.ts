import http from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../../apps/server/test/listen.ts';

export interface Proxy {
  address: string;
  /** From now on changes the text of the file under this path. */
  edit(pathname: string, change: (text: string) => string): void;
  /** From now on appends this text to the file under this path, as if a newer version was deployed. */
  addTo(pathname: string, text: string): void;
  /** How often this path was requested. */
  timesAsked(pathname: string): number;
  close(): Promise<void>;
}

/** The same portal on another port, with a service worker and pages that a test can change. */
export async function startProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const changes = new Map<string, (text: string) => string>();
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', target);
    asked.push(pathname);
    const change = changes.get(pathname);
    // Requested uncompressed and in full, so that the text can be changed.
    const { 'if-none-match': _, ...inFull } = { ...request.headers, 'accept-encoding': 'identity' };
    const headers = change === undefined ? request.headers : inFull;
    const { method, url: path } = request;
    const passed = http.request({ hostname, port, method, path, headers }, (answer) => {
      // The browser of a journey sends its language to the service worker, and would not find a cached answer that varies with it.
      const { 'content-length': _length, etag: _etag, vary: _vary, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, change === undefined ? answer.headers : kept);
      if (change === undefined) answer.pipe(response);
      else
        text(answer).then(
          (whole) => response.end(change(whole)),
          () => response.destroy(),
        );
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  const address = `http://localhost:${await listen(server)}`;
  return {
    address,
    edit: (pathname, change) => void changes.set(pathname, change),
    addTo: (pathname, addition) => void changes.set(pathname, (whole) => whole + addition),
    timesAsked: (pathname) => asked.filter((path) => path === pathname).length,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
