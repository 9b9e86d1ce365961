import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Engine, until } from './engine.ts';
import { findControl } from './page-finder.ts';

const programs = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];

export function findFirefox(): string | undefined {
  return process.env.FIREFOX ?? programs.find((program) => existsSync(program));
}

/** Firefox without a window, over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which Firefox has built in. */
export async function startFirefox(program: string): Promise<Engine> {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-firefox-'));
  const child = spawn(program, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
  });
  const stop = async () => {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await exited;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const connection = await connect(`${await addressOf(child)}/session`);
    return await openPage(connection, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let printed = '';
  child.stderr?.on('data', (part: Buffer) => {
    printed += part.toString('utf8');
  });
  const find = () => /WebDriver BiDi listening on (ws:\S+)/.exec(printed)?.[1];
  await until('the address of Firefox', async () => find() !== undefined);
  return find() ?? '';
}

interface Connection {
  send(method: string, params: object): Promise<Record<string, unknown>>;
  onEvent(listener: (method: string, params: Record<string, unknown>) => void): void;
  close(): void;
}

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`no connection to ${address}`)));
  });
  const waiting = new Map<number, (answer: Record<string, unknown>) => void>();
  let listener: (method: string, params: Record<string, unknown>) => void = () => {};
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data));
    if (message.type === 'event') listener(message.method, message.params);
    else waiting.get(message.id)?.(message);
  });
  let lastId = 0;
  return {
    async send(method, params) {
      lastId += 1;
      const id = lastId;
      const answered = new Promise<Record<string, unknown>>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params }));
      const { type, error, message, result } = await answered;
      if (type !== 'success') throw new Error(`${method}: ${String(error)}: ${String(message)}`);
      return Object(result);
    },
    onEvent: (heard) => {
      listener = heard;
    },
    close: () => socket.close(),
  };
}

async function openPage(connection: Connection, stop: () => Promise<void>): Promise<Engine> {
  const errors: string[] = [];
  await connection.send('session.new', { capabilities: {} });
  await connection.send('session.subscribe', { events: ['log.entryAdded'] });
  connection.onEvent((method, params) => {
    if (method === 'log.entryAdded' && params.level === 'error') errors.push(String(params.text));
  });
  const { contexts } = await connection.send('browsingContext.getTree', {});
  const context = Object(contexts)[0].context;

  const call = async (functionDeclaration: string, values: string[] = []) => {
    const { type, result, exceptionDetails } = await connection.send('script.callFunction', {
      functionDeclaration,
      arguments: values.map((value) => ({ type: 'string', value })),
      target: { context },
      awaitPromise: true,
    });
    if (type !== 'success') throw new Error(String(Object(exceptionDetails).text));
    return Object(result);
  };
  const press = (name: string, wanted: 'press' | 'type' = 'press') =>
    // An element can move while the page is still loading: find it again.
    until(name, async () => {
      // Firefox opens a receipt in a tab of its own. A page in a hidden tab holds its notices back until the passenger returns to it.
      await connection.send('browsingContext.activate', { context });
      const { sharedId } = await call(findControl.toString(), [name, wanted]);
      if (sharedId === undefined) return false;
      const origin = { type: 'element', element: { sharedId } };
      const pointer = [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      const actions = [{ type: 'pointer', id: 'mouse', actions: pointer }];
      await connection.send('input.performActions', { context, actions });
      return true;
    });
  return {
    name: 'Firefox',
    go: async (url) => void (await connection.send('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate: async (expression) => JSON.parse((await call(`() => JSON.stringify(${expression})`)).value ?? 'null'),
    press: (name) => press(name),
    type: async (label, text) => {
      // If a field above grows by a line at this moment, the click hits another element.
      await until(`the focus in ${label}`, async () => {
        await press(label, 'type');
        return (await call(`(name) => (${findControl.toString()})(name, 'type') === document.activeElement`, [label]))
          .value;
      });
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await connection.send('input.performActions', {
        context,
        actions: [{ type: 'key', id: 'keyboard', actions: keys }],
      });
    },
    errors: () => errors,
    close: async () => {
      connection.close();
      await stop();
    },
  };
}
