import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

export interface ToolResult {
  code: number;
  output: string;
}

export interface ToolOptions {
  environment?: Record<string, string>;
  /** After this it is stopped and counts as failed. */
  timeoutMs?: number;
  /** Where it runs; left out, at the root. */
  folder?: string;
}

/** Runs a tool of `node_modules/.bin` (or `node` itself) and returns what it printed on both streams. */
export function runTool(tool: string, args: string[], options: ToolOptions = {}): Promise<ToolResult> {
  let output = '';
  const child = startHeard(tool, args, options, (text) => {
    output += text;
  });
  return finish(child, () => output);
}

/** Runs a tool that prints straight to our own streams, and says why if it was stopped or could not start. */
export async function showTool(tool: string, args: string[], options: ToolOptions = {}): Promise<number> {
  const { code, output } = await finish(start(tool, args, options, 'inherit'), () => '');
  process.stdout.write(output);
  return code;
}

/**
 * Runs a tool and prints what it says on both streams, but nothing before `turn`, until which another tool prints; what it said until
 * then is not lost. It is over when the tool is, also before its turn.
 */
export async function showToolFrom(
  turn: Promise<unknown>,
  tool: string,
  args: string[],
  options: ToolOptions = {},
): Promise<number> {
  let held: string | undefined = '';
  const print = (text: string) => {
    if (held === undefined) process.stdout.write(text);
    else held += text;
  };
  const begin = () => {
    process.stdout.write(held ?? '');
    held = undefined;
  };
  turn.then(begin, begin);
  const { code, output } = await finish(startHeard(tool, args, options, print), () => '');
  print(output);
  return code;
}

function startHeard(tool: string, args: string[], options: ToolOptions, hear: (text: string) => void): ChildProcess {
  const child = start(tool, args, options, 'pipe');
  child.stdout?.setEncoding('utf8').on('data', hear);
  child.stderr?.setEncoding('utf8').on('data', hear);
  return child;
}

function start(tool: string, args: string[], options: ToolOptions, output: 'pipe' | 'inherit'): ChildProcess {
  const command = tool === 'node' ? process.execPath : path.join(root, 'node_modules/.bin', tool);
  return spawn(command, args, {
    cwd: options.folder ?? root,
    env: { ...process.env, ...options.environment },
    stdio: ['ignore', output, output],
    ...(options.timeoutMs && { timeout: options.timeoutMs }),
  });
}

function finish(child: ChildProcess, output: () => string): Promise<ToolResult> {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: `${output()}${error.message}\n` }));
    child.on('close', (code, signal) => {
      const stopped = signal ? `stopped by ${signal}, probably because it took too long\n` : '';
      resolve({ code: code ?? 1, output: output() + stopped });
    });
  });
}
