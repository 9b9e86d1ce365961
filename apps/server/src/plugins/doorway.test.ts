import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type DoorwayOptions, heldFor, watchDoorway } from './doorway.ts';

const heldMs = 30;
const refused = (closes: boolean) =>
  Buffer.from(`HTTP/1.1 503 Refused\r\nContent-Length: 0\r\nConnection: ${closes ? 'close' : 'keep-alive'}\r\n\r\n`);
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

interface Door {
  isBusy: boolean;
  /** The requests that reached the HTTP server. */
  heard: string[];
  server: http.Server;
  /** The server's ends of the connections, by the ports of their callers. */
  ends: Map<number | undefined, net.Socket>;
  close(): void;
}

/** A server that answers all paths but `/slow`, behind a door that refuses `/full`. */
async function open(isBusy = true, more: Partial<DoorwayOptions> = {}): Promise<Door> {
  const heard: string[] = [];
  const server = http.createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    request.resume();
    if (request.url !== '/slow') request.once('end', () => response.end('let in'));
  });
  const ends: Door['ends'] = new Map();
  server.on('connection', (socket) => void ends.set(socket.remotePort, socket));
  const door: Door = { isBusy, heard, server, ends, close: () => doorway.close() };
  const doorway = watchDoorway(server, {
    isBusy: () => door.isBusy,
    refuses: (path) => path === '/full',
    refusal: refused,
    heldMs: { least: heldMs, most: heldMs },
    ...more,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return door;
}

/** A connection, and the statuses of its answers in their order. */
async function come({ server, ends }: Door) {
  const { port } = server.address() as AddressInfo; // a listening TCP server has one
  const socket = net.connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.setNoDelay(true);
  let text = '';
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString();
  });
  await once(socket, 'connect');
  // The server has accepted the connection when it has answered another request.
  await new Promise<void>((resolve) => server.getConnections(() => setImmediate(resolve)));
  const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
  const ask = (part: string) => socket.write(part);
  /** Asks, and waits until the server has read it: what is asked next comes as bytes of its own. */
  const askAlone = async (part: string) => {
    ask(part);
    await expect.poll(() => ends.get(socket.localPort)?.bytesRead, { interval: 1 }).toBe(socket.bytesWritten);
  };
  return { socket, statuses, text: () => text, ask, askAlone };
}

describe('the door', () => {
  it('refuses calls that cannot be served, repeatedly on one connection, before they reach the HTTP server', async () => {
    const door = await open();
    const visitor = await come(door);

    for (const answers of [[503], [503, 503]]) {
      visitor.ask(get('/full'));
      await expect.poll(visitor.statuses).toEqual(answers);
    }
    expect(door.heard).toEqual([]);

    visitor.ask(get('/free'));
    await expect.poll(visitor.statuses).toEqual([503, 503, 200]);
    visitor.ask(get('/full'));
    await expect.poll(visitor.statuses).toEqual([503, 503, 200, 503]);
    expect(door.heard).toEqual(['GET /free']);
  });

  it('holds a refusal back for a moment, to limit how often a caller can ask', async () => {
    const visitor = await come(await open());
    const begun = performance.now();

    visitor.ask(get('/full'));
    await once(visitor.socket, 'data');

    expect(performance.now() - begun).toBeGreaterThanOrEqual(heldMs - 2);
  });

  it('holds a refusal for less time when requests and answers wait for long turns of the event loop', () => {
    const hold = (turnMs: number) => heldFor({ least: 10, most: 50 }, turnMs);

    expect([hold(0), hold(5), hold(15), hold(20), hold(200)]).toEqual([50, 40, 20, 10, 10]);
  });

  it('does not watch connections that were opened before the flood', async () => {
    const door = await open(false);
    const visitor = await come(door);
    door.isBusy = true;

    visitor.ask(get('/full'));
    await expect.poll(visitor.statuses).toEqual([200]);

    expect(door.heard).toEqual(['GET /full']);
  });

  it('keeps the order of the answers, also when requests are cut into pieces', async () => {
    const door = await open();
    const [several, split, hidden, early, posted] = await Promise.all(Array.from({ length: 5 }, () => come(door)));
    if (!several || !split || !hidden || !early || !posted) return expect.fail();

    several.ask(get('/full') + get('/free'));
    await split.askAlone(get('/full').slice(0, 20));
    split.ask(get('/full').slice(20));
    await hidden.askAlone('GET /free HTTP/1.1\r\nHost: a\r\nX-Hidden: ');
    hidden.ask(get('/full'));
    await early.askAlone(get('/full'));
    early.ask(get('/free'));
    await posted.askAlone(`POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: ${get('/full').length}\r\n\r\n`);
    posted.ask(get('/full'));

    await expect.poll(several.statuses).toEqual([200, 200]);
    await expect.poll(split.statuses).toEqual([200]);
    await expect.poll(hidden.statuses).toEqual([200]);
    await expect.poll(early.statuses).toEqual([503, 200]);
    await expect.poll(posted.statuses).toEqual([200]);
    expect(door.heard.toSorted()).toEqual(['GET /free', 'GET /free', 'GET /free', 'GET /full', 'GET /full', 'POST /a']);
  });

  it('answers nothing before an answer that is still being made', async () => {
    const door = await open();
    const visitor = await come(door);
    visitor.ask(get('/slow'));
    await expect.poll(() => door.heard).toEqual(['GET /slow']);

    visitor.ask(get('/full'));
    await sleep(3 * heldMs);

    expect(visitor.text()).toBe('');
  });

  it('tells a connection whose calls were all refused to end before the HTTP server ends it as idle', async () => {
    const visitor = await come(await open(true, { longestOutsideMs: 100 }));
    visitor.ask(get('/full'));
    await expect.poll(visitor.statuses).toEqual([503]);
    await sleep(100);

    visitor.ask(get('/full'));
    await once(visitor.socket, 'close');

    expect(visitor.statuses()).toEqual([503, 503]);
    expect(visitor.text().match(/Connection: \S+/g)).toEqual(['Connection: keep-alive', 'Connection: close']);
  });

  it('leaves a client that does not read the refusals to the HTTP server, which stops reading from it', async () => {
    const door = await open(true, { refusal: () => Buffer.alloc(16_000_000) });
    const visitor = await come(door);
    visitor.socket.pause();
    visitor.ask(get('/full'));
    await sleep(3 * heldMs);

    visitor.ask(get('/full'));

    await expect.poll(() => door.heard).toEqual(['GET /full']);
  });

  it('is not harmed by a client that has gone or sends no more', async () => {
    const door = await open();
    const [gone, silent, other] = await Promise.all([come(door), come(door), come(door)]);

    for (const visitor of [gone, silent, other]) visitor.ask(get('/full'));
    gone.socket.resetAndDestroy();
    silent.socket.end();

    await expect.poll(other.statuses).toEqual([503]);
    other.ask(get('/free'));
    await expect.poll(other.statuses).toEqual([503, 200]);
  });

  it('sends waiting refusals when the server stops, and lets later calls in', async () => {
    const door = await open();
    const visitor = await come(door);
    await visitor.askAlone(get('/full'));

    door.close();
    await expect.poll(visitor.statuses).toEqual([503]);
    visitor.ask(get('/full'));

    await expect.poll(visitor.statuses).toEqual([503, 200]);
  });
});
