/**
 * The demo world with reload on change: the server restarts, the pages reload in place. Usage: node scripts/dev.ts
 * The pages are at the address that Vite prints; it passes the calls on to the server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import { generateSources } from './lib/generated-sources.ts';
import { root } from './lib/run-tool.ts';

const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'demo/main.ts', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(path.join(root, 'node_modules/.bin/vite'), [], { cwd: path.join(root, 'apps/web'), stdio: 'inherit' }),
];

// A text that is edited is compiled, and the page reloads it. A file that is half written fails; its next change mends that.
const watcher = watch(path.join(root, 'packages/locales/messages'), { recursive: true }, () => {
  generateSources().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
});

const stopAll = () => {
  watcher.close();
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stopAll);
process.on('SIGTERM', stopAll);
for (const child of children) child.on('exit', stopAll);
