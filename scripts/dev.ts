/**
 * The demo world with reload on change: the server restarts, the pages reload in place. Usage: node scripts/dev.ts
 * The pages are at the address that Vite prints; it passes the calls on to the server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './lib/run-tool.ts';

const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'demo/main.ts', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(path.join(root, 'node_modules/.bin/vite'), [], { cwd: path.join(root, 'apps/web'), stdio: 'inherit' }),
];

const stopAll = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stopAll);
process.on('SIGTERM', stopAll);
for (const child of children) child.on('exit', stopAll);
