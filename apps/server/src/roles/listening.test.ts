import { Worker } from 'node:worker_threads';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { Listening } from './listening.ts';

const calls = 300;
const [begin, connected] = [0, 1];

/** Callers in a thread of their own: they connect and send while the thread of the server is busy. */
const callers = `
  const net = require('node:net');
  const { parentPort, workerData: { port, calls, shared } } = require('node:worker_threads');
  const state = new Int32Array(shared);
  Atomics.wait(state, ${begin}, 0);
  const answers = Array.from({ length: calls }, () => new Promise((resolve) => {
    let text = '';
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.write('POST / HTTP/1.1\\r\\nHost: here\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n');
      Atomics.add(state, ${connected}, 1);
      Atomics.notify(state, ${connected});
    });
    socket.on('data', (bytes) => (text += bytes));
    socket.on('error', (error) => resolve(error.code));
    socket.on('close', () => resolve(text.slice(0, 12)));
  }));
  Promise.all(answers).then((all) => parentPort.postMessage(all));`;

it('answers calls whose connections the kernel holds when the server closes, instead of resetting them', async () => {
  const app = Fastify({ return503OnClosing: false });
  app.post('/', () => 'done');
  const listening = new Listening(app, { isBehindProxy: true });
  const { port } = new URL(await listening.open({ host: '127.0.0.1', port: 0 }));
  const shared = new SharedArrayBuffer(8);
  const state = new Int32Array(shared);
  const worker = new Worker(callers, { eval: true, workerData: { port: Number(port), calls, shared } });
  const answered = new Promise<string[]>((resolve) => worker.once('message', resolve));
  await new Promise((resolve) => worker.once('online', resolve));

  // This thread does nothing else until all are connected: a long turn of the loop.
  Atomics.store(state, begin, 1);
  Atomics.notify(state, begin);
  for (let seen = 0; seen < calls; seen = Atomics.load(state, connected)) Atomics.wait(state, connected, seen, 1000);
  await listening.close(0);

  const answers = await answered;
  expect(Object.groupBy(answers, (answer) => answer)).toEqual({ 'HTTP/1.1 200': answers });
});
