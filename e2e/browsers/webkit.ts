import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { freePort } from '../../apps/server/test/listen.ts';
import { type Engine, until } from './engine.ts';
import { findControl } from './page-finder.ts';

const driver = '/usr/bin/WebKitWebDriver';
const screens = '/usr/bin/xvfb-run';
const browsers = [
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.0/MiniBrowser',
];
/** The key of an element reference in WebDriver answers: https://www.w3.org/TR/webdriver2/#elements */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** The browser of WebKitGTK, if its driver and a virtual screen are installed. */
export function findWebKit(): string | undefined {
  if (!existsSync(driver) || !existsSync(screens)) return undefined;
  return browsers.find((browser) => existsSync(browser));
}

/** WebKitGTK's small browser on a virtual screen, over WebDriver (https://www.w3.org/TR/webdriver2/). */
export async function startWebKit(browser: string): Promise<Engine> {
  const port = await freePort();
  const child = spawn(screens, ['-a', driver, '--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  const stop = async () => {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    // The virtual screen, the driver and the browser are one process group.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await exited;
  };
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = Object(await response.json());
    if (!response.ok) throw new Error(`${method} ${path}: ${Object(value).error}: ${Object(value).message}`);
    return value;
  };
  try {
    await until('the driver of WebKit', async () => Object(await ask('GET', '/status')).ready === true);
    const options = { binary: browser, args: ['--automation'] };
    const capabilities = { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } };
    const { sessionId } = Object(await ask('POST', '/session', { capabilities }));
    return openPage((method, path, body) => ask(method, `/session/${sessionId}${path}`, body), stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

function openPage(
  ask: (method: string, path: string, body?: object) => Promise<unknown>,
  stop: () => Promise<void>,
): Engine {
  const run = (script: string, args: unknown[] = []) => ask('POST', '/execute/sync', { script, args });
  const find = async (name: string, wanted: 'press' | 'type'): Promise<string> => {
    let found: unknown;
    await until(name, async () => {
      found = Object(await run(`return (${findControl.toString()})(...arguments)`, [name, wanted]))[elementKey];
      return found !== undefined;
    });
    return String(found);
  };
  return {
    name: 'WebKit',
    go: async (url) => void (await ask('POST', '/url', { url })),
    evaluate: async (expression) => JSON.parse(String(await run(`return JSON.stringify(${expression}) ?? 'null'`))),
    press: (name) =>
      // While the page is loading, another element can take the place of the found one: find it again.
      until(name, async () => {
        await ask('POST', `/element/${await find(name, 'press')}/click`, {});
        return true;
      }),
    type: async (label, text) => void (await ask('POST', `/element/${await find(label, 'type')}/value`, { text })),
    errors: () => [],
    close: async () => {
      await ask('DELETE', '').catch(() => {});
      await stop();
    },
  };
}
