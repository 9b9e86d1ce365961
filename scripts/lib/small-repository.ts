import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

const scripts = path.dirname(import.meta.dirname);

/** A repository whose server says that it runs and, asked to stop, how often it was asked. */
export function buildRepository({ dev }: { dev: 'installed' | 'missing' }): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-bootstrap-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['scripts/lib', 'apps/server/src', 'node_modules/node-here/bin'])
    mkdirSync(path.join(root, folder), { recursive: true });
  for (const file of ['bootstrap.mjs', 'lib/runtime.json'])
    cpSync(path.join(scripts, file), path.join(root, 'scripts', file));
  symlinkSync(process.execPath, path.join(root, 'node_modules/node-here/bin/node'));
  const needed = { 'node_modules/needed': { version: '1.0.0' } };
  const tool = { 'node_modules/tool': { version: '1.0.0', dev: true } };
  const write = (name: string, value: object) => writeFileSync(path.join(root, name), JSON.stringify(value));
  const pinned = { optionalDependencies: { 'node-elsewhere': '24.2.0', 'node-here': '24.2.0' } };
  write('package.json', {
    name: 'x',
    version: '1.0.0',
    scripts: { serve: 'node scripts/bootstrap.mjs serve' },
    ...pinned,
  });
  write('package-lock.json', { packages: { ...needed, ...tool } });
  write('node_modules/.package-lock.json', { packages: { ...needed, ...(dev === 'installed' && tool) } });
  const generate = `import { writeFileSync } from 'node:fs'; writeFileSync('generated', 'yes');`;
  writeFileSync(path.join(root, 'scripts/generate.ts'), generate);
  writeFileSync(
    path.join(root, 'apps/server/src/main.ts'),
    `import { writeFileSync } from 'node:fs';
    setInterval(() => {}, 1000);
    process.on('SIGTERM', () => { writeFileSync('stopped', 'yes'); process.exit(0); });
    process.stdout.write('runs\\n');`,
  );
  return root;
}

export function startIn(root: string, program: string, args: string[]): Promise<ChildProcess> {
  const env = { ...process.env, npm_config_offline: 'true', NODE_ENV: '' };
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    child.stdout?.on('data', (chunk) => {
      if (String(chunk).includes('runs')) resolve(child);
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)));
  });
}

export const hasStopped = (root: string) => {
  try {
    return readFileSync(path.join(root, 'stopped'), 'utf8') === 'yes';
  } catch {
    return false;
  }
};
