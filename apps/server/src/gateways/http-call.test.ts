import dns from 'node:dns';
import { createServer, type Server, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '../../test/listen.ts';
import { callHttp } from './http-call.ts';

/** Does this with each connection once it has received something. Returns the address. */
async function startServer(answer: (socket: Socket) => void): Promise<URL> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => answer(socket));
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return new URL(`http://127.0.0.1:${await listen(server)}`);
}

/** Sends the first part at once, and the other without end. */
const drip = (first: string, more: string) => (socket: Socket) => {
  socket.write(first);
  const timer = setInterval(() => socket.write(more), 20);
  socket.once('close', () => clearInterval(timer));
};

const cut = (text: string) => (socket: Socket) => socket.end(text);

const ok = 'HTTP/1.1 200 OK\r\n';
const otherProtocol = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';

it.each<[string, (socket: Socket) => void]>([
  ['nothing arrives', () => {}],
  ['its status arrives byte by byte', drip('HTTP/1.1 2', '0')],
  ['its headers arrive byte by byte', drip(`${ok}x-more: `, 'x')],
  ['it is announced again and again', drip('', 'HTTP/1.1 102 Processing\r\n\r\n')],
  ['its body, of an unknown length, arrives byte by byte', drip(`${ok}\r\n{"paid": true}`, ' ')],
  ['its body, of a known length, arrives byte by byte', drip(`${ok}content-length: 9999\r\n\r\n{`, ' ')],
  ['its body arrives in pieces of one byte', drip(`${ok}transfer-encoding: chunked\r\n\r\n`, '1\r\n \r\n')],
  ['it breaks off in its status', cut('HTTP/1.1 20')],
  ['it breaks off in its body', cut(`${ok}content-length: 20\r\n\r\n{"paid": true}`)],
  ['it breaks off between two pieces', cut(`${ok}transfer-encoding: chunked\r\n\r\ne\r\n{"paid": true}\r\n`)],
  ['it changes to another protocol, on a line that ends', cut(otherProtocol)],
  ['it changes to another protocol, on a line that stays open', drip(otherProtocol, 'x')],
])('an answer does not count when %s', async (_what, answer) => {
  const url = await startServer(answer);

  await expect(
    callHttp({ method: 'POST', url, headers: {}, body: '{}', connectMs: 300, answerMs: 300 }),
  ).rejects.toThrow();
});

it('an answer counts that ends with its connection', async () => {
  const url = await startServer(cut(`${ok}\r\n{"paid": true}`));

  const answer = await callHttp({ method: 'GET', url, headers: {}, connectMs: 2000, answerMs: 2000 });

  expect(answer).toMatchObject({ status: 200, body: '{"paid": true}' });
});

it('a name whose look-up hangs is looked up once, however many calls wait for it', async () => {
  const lookUp = vi.spyOn(dns.promises, 'lookup').mockReturnValue(new Promise<never>(() => {}));
  const plainLookUp = vi.spyOn(dns, 'lookup').mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  const url = new URL('http://hanging.example/');
  const call = () => callHttp({ method: 'GET', url, headers: {}, connectMs: 100, answerMs: 300 });

  const calls = await Promise.allSettled(Array.from({ length: 10 }, call));

  expect(calls.map(({ status }) => status)).toEqual(Array(10).fill('rejected'));
  expect(lookUp.mock.calls.length + plainLookUp.mock.calls.length).toBe(1);
});
