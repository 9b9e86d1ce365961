import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { tokenOf } from './bench-database.ts';
import { findTool } from './process.ts';

const run = promisify(execFile);
const connections = 16;

export interface Load {
  url: string;
  /** The number of signed-in passengers. Each request comes from one of them. */
  passengers: number;
  seconds: number;
  /** Where a script for the load generator may be written. */
  scriptFile: string;
}

/** Successful requests per second. Uses wrk if it is installed, because it leaves more of the machine to the server. */
export async function requestsPerSecond(load: Load): Promise<number> {
  const wrk = findTool('wrk', 'wrk');
  return wrk ? await withWrk(wrk, load) : await withAutocannon(load);
}

async function withWrk(wrk: string, { url, passengers, seconds, scriptFile }: Load): Promise<number> {
  writeFileSync(
    scriptFile,
    `request = function()
  local cookie = string.format('tapfolio-session=%043d', math.random(1, ${passengers}))
  return wrk.format('GET', nil, { ['Cookie'] = cookie })
end
`,
  );
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', scriptFile, url];
  const { stdout } = await run(wrk, args);
  const bad = /Non-2xx[^\n]*|Socket errors[^\n]*/.exec(stdout);
  if (bad) throw new Error(`the load was not answered well: ${bad[0]}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

async function withAutocannon({ url, passengers, seconds }: Load): Promise<number> {
  const requests = Array.from({ length: Math.min(passengers, 1000) }, (_, index) => {
    return { headers: { cookie: `tapfolio-session=${tokenOf(index + 1)}` } };
  });
  const result = await autocannon({ url, connections, duration: seconds, requests });
  if (result.non2xx > 0 || result.errors > 0) throw new Error('the load was not answered well');
  return result.requests.average;
}
