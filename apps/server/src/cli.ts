import { parseArgs } from 'node:util';
import { looksLikeEmail } from '@tapfolio/domain/email-address.ts';
import { type EndSessionsCommand, endSessions } from './commands/end-sessions.ts';
import { feedStatus, type StatusCommand } from './commands/feed-status.ts';
import { type ImportCommand, importFiles } from './commands/import-files.ts';
import type { Outcome } from './commands/outcome.ts';
import { type ReplayCommand, replayKeptFiles } from './commands/replay-files.ts';
import { type Loaded, loadConfig } from './config/config.ts';
import type { Format } from './feeds/format.ts';
import { formatNamed, formats } from './feeds/formats.ts';

function importLine({ name, about, claims }: Format): string {
  return `  import ${name} <folder or file>${claims ? ' [--operator CODE]' : ''}`.padEnd(50) + about;
}

const usage = `Usage: npm run cli -- <command>

${formats.map((format) => importLine(format)).join('\n')}
  replay [--file NAME]                            Reads the kept rows of files again, under today's configuration
  status                                          Whether the feed is healthy, and what an administrator should look into
  end-sessions --passenger EMAIL                  Signs one passenger out everywhere
  end-sessions --all                              Signs everybody out

Options
  --config FILE  The configuration (default: TAPFOLIO_CONFIG, else config/bilingual.json)
  --help         This text

The database is DATABASE_URL's, else the built-in one below the data directory (TAPFOLIO_DATA, default .data), also
while the server runs. A file that was imported before has no effect. The last line printed is JSON.

Exit code: 0 when it was done, every file imported or imported before, the feed healthy; 1 when a file was refused, a
problem was found or something failed;
2 for wrong usage. Whether an address has an account is not said: it then has no sessions to end.
`;

type Command = ImportCommand | ReplayCommand | StatusCommand | EndSessionsCommand;

const options = {
  help: { type: 'boolean', short: 'h' },
  config: { type: 'string' },
  operator: { type: 'string' },
  file: { type: 'string' },
  passenger: { type: 'string' },
  all: { type: 'boolean' },
} as const;

interface Asked {
  command: Command;
  config: string | undefined;
}

/** What was asked for; `undefined` when the usage should be shown. @throws TypeError for options nobody knows. */
function readCommand(args: string[]): Asked | 'help' | undefined {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  if (values.help) return 'help';
  const { config, operator, file, passenger, all } = values;
  const [name, ...words] = positionals;
  const isAboutSessions = passenger !== undefined || all !== undefined;
  const isAboutFiles = operator !== undefined || file !== undefined;
  let command: Command | undefined;
  if (name === 'import' && !isAboutSessions && file === undefined) command = readImport(words, operator);
  if (name === 'replay' && !isAboutSessions && operator === undefined && words.length === 0) command = { name, file };
  if (name === 'status' && !isAboutSessions && !isAboutFiles && words.length === 0) command = { name };
  if (name === 'end-sessions' && !isAboutFiles && words.length === 0) command = readEnd(passenger, all);
  return command && { command, config };
}

function readImport([format, place, ...more]: string[], operator: string | undefined): ImportCommand | undefined {
  if (!place || more.length > 0) return undefined;
  const known = formatNamed(format ?? '');
  return known && { name: 'import', format: known, place, operator };
}

/** Everybody is named on purpose: forgetting the address must not sign all passengers out. */
function readEnd(email: string | undefined, all: boolean | undefined): EndSessionsCommand | undefined {
  if ((email === undefined) === (all !== true)) return undefined;
  if (email === undefined) return { name: 'end-sessions', whose: 'all' };
  return looksLikeEmail(email.trim()) ? { name: 'end-sessions', whose: { email } } : undefined;
}

async function run(command: Command, loaded: Loaded): Promise<Outcome> {
  if (command.name === 'import') return await importFiles(command, loaded);
  if (command.name === 'status') return await feedStatus(loaded);
  return command.name === 'replay' ? await replayKeptFiles(command, loaded) : await endSessions(command, loaded);
}

function complain(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}

async function main(args: string[]): Promise<number> {
  let asked: ReturnType<typeof readCommand>;
  try {
    asked = readCommand(args);
  } catch (error) {
    complain(error);
    return 2;
  }
  if (asked === 'help' || asked === undefined) {
    (asked ? process.stdout : process.stderr).write(usage);
    return asked ? 0 : 2;
  }
  try {
    const { isGood, summary } = await run(asked.command, loadConfig(asked.config));
    process.stdout.write(`${JSON.stringify(summary)}\n`);
    return isGood ? 0 : 1;
  } catch (error) {
    complain(error);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
