import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** All received status lines: more than one if the server took one request for two. */
  statuses: number[];
}

/** Lets the app listen on a free port of this machine. */
export async function listenOnLoopback(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  // A listening TCP server has an address object, never a pipe name.
  return (app.server.address() as AddressInfo).port;
}

/** Sends exactly these bytes, which no client library would, and reads until the server closes the connection. */
export async function sendRaw(port: number, text: string | readonly string[]): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // The server may close before it has read everything.
  socket.on('error', () => {});
  socket.write(typeof text === 'string' ? text : `${text.join('\r\n')}\r\n\r\n`, 'latin1');
  await once(socket, 'close');
  return readAnswer(Buffer.concat(chunks).toString());
}

/** Sends several requests on one connection, each after the answer to the one before, and reads until the server closes it. */
export async function talkRaw(port: number, heads: readonly string[], last: string): Promise<RawAnswer[]> {
  const socket = connect(port, '127.0.0.1');
  const answers: RawAnswer[] = [];
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const closed = once(socket, 'close');
  for (const head of [...heads, last]) {
    text = '';
    socket.write(`${head}\r\n\r\n`, 'latin1');
    const isWhole = () =>
      readAnswer(text).body.length >= Number(readAnswer(text).headers['content-length'] ?? Infinity);
    while (!isWhole()) await Promise.race([once(socket, 'data'), closed.then(() => Promise.reject(new Error(text)))]);
    answers.push(readAnswer(text));
  }
  await closed;
  return answers;
}

function readAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  const named: Record<string, string> = Object.fromEntries(headers);
  return {
    status: Number(first.split(' ')[1]),
    headers: named,
    body: text.slice(end + 4).slice(0, Number(named['content-length'] ?? text.length)),
    statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1])),
  };
}
