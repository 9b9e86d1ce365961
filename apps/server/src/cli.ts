import { runCommandLine } from './commands/command-line.ts';
import { surviveLostOutput } from './lib/last-resort.ts';

surviveLostOutput();
let isLost = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader such as `head` may leave early: the work goes on, and the exit code tells its result.
  if (error.code === 'EPIPE') return;
  if (!isLost)
    process.stderr.write(`The command was carried out, but its output could not be written: ${error.message}\n`);
  isLost = true;
  process.exitCode = 1;
});
const code = await runCommandLine(process.argv.slice(2));
process.exitCode = isLost ? 1 : code;
