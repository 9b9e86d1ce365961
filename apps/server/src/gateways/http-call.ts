import http from 'node:http';
import https from 'node:https';
import { createLookUp } from './look-up.ts';

export interface HttpCall {
  method: 'GET' | 'POST';
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** How long the connection may take, with its handshake. */
  connectMs: number;
  /** How long the whole call may take. */
  answerMs: number;
}

export interface HttpAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

const longestAnswerBytes = 4_000_000;

const lookup = createLookUp();

/**
 * Calls an outside system once: it follows no redirect, repeats nothing, and limits the time and the size of the answer. Each call has
 * a separate connection: the other side may close a kept connection while we write to it, and then we do not know whether the call
 * arrived. @throws when there is no whole answer.
 */
export async function callHttp(call: HttpCall): Promise<HttpAnswer> {
  const { url, method, headers, answerMs } = call;
  const { request } = url.protocol === 'https:' ? https : http;
  const signal = AbortSignal.timeout(answerMs);
  const sent = request(url, { method, headers, agent: false, signal, lookup });
  const connecting = limitConnecting(sent, call);
  try {
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve);
      // This listener stays: a request that is cut may fail more than once.
      sent.on('error', reject);
      // An answer that changes to another protocol is neither a response nor an error: Node drops the connection, and says no more.
      sent.once('close', () => reject(new Error('the connection ended without an answer')));
      sent.end(call.body);
    });
    const body = await readText(response);
    // Node takes the end of the time for the end of an answer that does not say how long it is.
    signal.throwIfAborted();
    return { status: response.statusCode ?? 0, headers: response.headers, body };
  } finally {
    clearTimeout(connecting);
    sent.destroy();
  }
}

function limitConnecting(sent: http.ClientRequest, { url, connectMs }: HttpCall): NodeJS.Timeout {
  const timer = setTimeout(() => sent.destroy(new Error(`no connection within ${connectMs} ms`)), connectMs);
  const connected = url.protocol === 'https:' ? 'secureConnect' : 'connect';
  sent.once('socket', (socket) => socket.once(connected, () => clearTimeout(timer)));
  return timer;
}

async function readText(response: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response) {
    const buffer = Buffer.from(part);
    bytes += buffer.length;
    if (bytes > longestAnswerBytes) throw new Error(`the answer is longer than ${longestAnswerBytes} bytes`);
    parts.push(buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Headers in the form that libraries take: each is a text, and those without a value are left out. */
export function plainHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(headers).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
