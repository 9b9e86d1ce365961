/**
 * The time from the command to a demo that answers: the first start on an empty folder (without the travel of earlier months,
 * which is imported afterwards) and later starts. Usage: node bench/start.ts
 */
import path from 'node:path';
import { makeDatabaseHome } from './lib/database-home.ts';
import { startProgram } from './lib/process.ts';
import { median, report } from './lib/result.ts';

const warmStarts = 3;
const home = makeDatabaseHome();

try {
  // The files of the program are then in the machine's memory. The pages are not: each data folder has its own.
  await start(path.join(home.folder, 'unmeasured'), /Ready in/);
  const first = await start(path.join(home.folder, 'data'), /is complete/);
  const warm: number[] = [];
  for (let turn = 0; turn < warmStarts; turn += 1) warm.push(await start(path.join(home.folder, 'data'), /Ready in/));
  const detail = 'command to ready, database and demo world included';
  report([
    { name: 'First start', measured: first, unit: 's', goal: 6, better: 'less', detail },
    {
      name: 'Later start',
      measured: median(warm),
      unit: 's',
      goal: 2,
      better: 'less',
      detail: `${detail}, median of ${warmStarts}`,
    },
  ]);
} finally {
  home.remove();
}

/** Seconds until the program prints that it is ready. It is stopped after it has also printed `until`. */
async function start(data: string, until: RegExp): Promise<number> {
  const program = await startProgram('demo/main.ts', { TAPFOLIO_DATA: data }, /Ready in/);
  await program.printed(until);
  await program.stop();
  console.log(`ready after ${(program.readyMs / 1000).toFixed(2)} s`);
  return program.readyMs / 1000;
}
