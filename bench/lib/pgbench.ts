import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface Recorded {
  text: string;
  values: unknown[];
}

/** An SQL expression in place of a value. The database evaluates it. */
export class Expression {
  readonly sql: string;

  constructor(sql: string) {
    this.sql = sql;
  }
}

/** Writes a pgbench script that runs the statements for a random passenger, `:passenger`. */
export function writeScript(file: string, statements: Recorded[], passengers: number): void {
  const lines = statements.map(({ text, values }) => {
    return `${text.replaceAll(/\$(\d+)/g, (_, number: string) => literal(values[Number(number) - 1]))};`;
  });
  writeFileSync(file, `\\set passenger random(1, ${passengers})\n${lines.join('\n')}\n`);
}

/** The number of runs of the script per second, with prepared statements. */
export async function runsPerSecond(pgbench: string, url: string, script: string, seconds: number): Promise<number> {
  const args = ['-n', '-M', 'prepared', '-c', '4', '-j', '1', '-T', String(seconds), '-f', script, url];
  const { stdout } = await run(pgbench, args, { maxBuffer: 10_000_000 });
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}

function literal(value: unknown): string {
  if (value instanceof Expression) return value.sql;
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw new TypeError('a value of a benched statement is neither text nor number');
  return `'${value.replaceAll("'", "''")}'`;
}
