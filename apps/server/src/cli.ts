import { runCommandLine } from './commands/command-line.ts';
import { surviveLostOutput } from './lib/last-resort.ts';

// A reader such as `head` may leave early: the work goes on, and the exit code tells its result.
surviveLostOutput();
process.exitCode = await runCommandLine(process.argv.slice(2));
