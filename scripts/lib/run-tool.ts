import { spawn } from 'node:child_process';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

export interface ToolResult {
  code: number;
  output: string;
}

/** Runs a tool of `node_modules/.bin` (or `node` itself) at the root and returns what it printed on both streams. */
export function runTool(tool: string, args: string[], environment: Record<string, string> = {}): Promise<ToolResult> {
  const command = tool === 'node' ? process.execPath : path.join(root, 'node_modules/.bin', tool);
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...environment } });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
