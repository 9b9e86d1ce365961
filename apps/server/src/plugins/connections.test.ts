import { once } from 'node:events';
import http, { type Server } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ConnectionLimits, connectionLimits, limitConnections } from './connections.ts';

const bigAnswer = Buffer.alloc(16_000_000);

async function startServer(
  limits: Partial<ConnectionLimits>,
  { isBehindProxy = false, onRequest = () => {} } = {},
): Promise<Server> {
  const server = http.createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    onRequest();
    response.end(request.url === '/big' ? bigAnswer : 'hello');
  });
  server.timeout = 60_000;
  limitConnections(server, { isBehindProxy }, { ...connectionLimits, ...limits });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port; // a listening TCP server has one

const countOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

function open(port: number, localAddress = '127.0.0.1'): Socket {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** The status of a request on a new connection; undefined if it is closed. */
async function ask(port: number, localAddress: string): Promise<number | undefined> {
  const socket = open(port, localAddress);
  let answer = '';
  socket.on('data', (bytes: Buffer) => {
    answer += bytes.toString();
  });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await once(socket, 'close');
  return answer === '' ? undefined : Number(answer.split(' ')[1]);
}

/** Opens this number of connections, each of which is used once and then idle. */
async function hold(port: number, count: number, localAddress = '127.0.0.1'): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const socket = open(port, localAddress);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
  }
}

/** Whether the server keeps a new connection from this address. */
function isTaken(server: Server, remoteAddress: string | undefined): boolean {
  const socket = Object.defineProperty(new net.Socket(), 'remoteAddress', { value: remoteAddress });
  server.emit('connection', socket);
  onTestFinished(() => void socket.destroy());
  return !socket.destroyed;
}

describe('connections', () => {
  const small = { most: 30, freeForAll: 10, fairShare: 3 };

  it('of one address leave room for those of others', async () => {
    const port = portOf(await startServer(small));
    await hold(port, 10);

    expect(await ask(port, '127.0.0.1')).toBeUndefined();
    expect(await ask(port, '127.0.0.2')).toBe(200);
    await hold(port, 3, '127.0.0.2');
    expect(await ask(port, '127.0.0.2')).toBeUndefined();
    expect(await ask(port, '127.0.0.3')).toBe(200);
  });

  it('of an IPv6 network, whose owner has many addresses, leave room for those of others', async () => {
    const server = await startServer({ ...small, most: 60, freeForAll: 20, fairShare: 2 });
    let number = 0;
    const isTakenFrom = (network: string): boolean => {
      number += 1;
      return isTaken(server, `${network}:${number}::1`);
    };

    const taken = Array.from({ length: 30 }, () => isTakenFrom('2001:db8:1'));

    expect(taken.filter(Boolean)).toHaveLength(20);
    expect(isTakenFrom('2001:db8:2')).toBe(true);
  });

  it('of callers who have left before the server takes them are closed: they have no address, and nobody hears the answer', async () => {
    const server = await startServer({});

    expect(isTaken(server, '192.0.2.1')).toBe(true);
    expect(isTaken(server, undefined)).toBe(false);
  });

  it('are not counted by address behind a proxy, because all come from its address', async () => {
    const port = portOf(await startServer(small, { isBehindProxy: true }));
    await hold(port, 20);

    expect(await ask(port, '127.0.0.1')).toBe(200);
  });

  it('have a limit for all addresses together', async () => {
    const port = portOf(await startServer(small, { isBehindProxy: true }));
    const first = open(port);
    await hold(port, 29);

    expect(await ask(port, '127.0.0.2')).toBeUndefined();
    first.destroy();
    await expect.poll(() => ask(port, '127.0.0.2')).toBe(200);
  });

  it('without a request are closed soon, and those in use are not', async () => {
    const port = portOf(await startServer({ silentMs: 100 }));
    const used = open(port);
    used.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(used, 'data');

    await once(open(port), 'close');
    await once(open(port), 'close');

    expect(used.closed).toBe(false);
  });

  it('on which many requests come together, without waiting for answers, are closed; a few are answered', async () => {
    let served = 0;
    const onRequest = () => {
      served += 1;
    };
    const server = await startServer({ mostWaiting: 5 }, { onRequest });
    const few = open(portOf(server));
    const many = open(portOf(server));
    let answers = '';
    few.on('data', (bytes: Buffer) => {
      answers += bytes.toString();
    });
    const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

    many.resume().write(request.repeat(2000));
    await once(many, 'close');
    few.write(request.repeat(5));
    await expect.poll(() => answers.split('hello').length - 1).toBe(5);
    few.write(request.repeat(5));
    await expect.poll(() => answers.split('hello').length - 1).toBe(10);

    expect([served, few.closed]).toEqual([15, false]);
  });

  it('of a client that hardly reads its answer are closed, and those of a slow reader are not', {
    timeout: 180_000,
  }, async () => {
    // Each side needs its turns between two looks, and a busy machine gives this process few.
    const server = await startServer({ lookEveryMs: 1000 });
    const port = portOf(server);
    const slow = open(port);
    slow.write('GET /big HTTP/1.1\r\nHost: x\r\n\r\n');
    const reader = open(port);
    reader.write('GET /big HTTP/1.1\r\nHost: x\r\n\r\n');
    let read = 0;
    reader.on('data', (bytes: Buffer) => {
      read += bytes.length;
      reader.pause();
      setTimeout(() => reader.resume(), 1);
    });

    let taken = 0;
    slow.on('data', (bytes: Buffer) => {
      taken += bytes.length;
    });
    slow.pause();

    await expect.poll(() => read, { timeout: 60_000 }).toBeGreaterThan(bigAnswer.length);
    await expect.poll(() => countOf(server)).toBe(1);
    slow.resume();
    await expect.poll(() => slow.closed).toBe(true);

    expect(taken).toBeLessThan(bigAnswer.length);
  });
});

it('a connection cannot be held for more than fifteen seconds by reading slowly or sending nothing', () => {
  expect(connectionLimits.silentMs).toBeLessThanOrEqual(15_000);
  expect(connectionLimits.lookEveryMs * 4).toBeLessThanOrEqual(15_000);
});
