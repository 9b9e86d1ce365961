import { parseArgs } from 'node:util';
import { apiScopes } from '@tapfolio/contracts/api-scopes.ts';
import { type Loaded, loadConfig } from '../config/config.ts';
import type { Format } from '../feeds/format.ts';
import { formats } from '../feeds/formats.ts';
import { reasonOf } from '../lib/reason-of.ts';
import { type AlarmsCommand, manageAlarms, readAlarmsCommand } from './alarms.ts';
import { type AnnouncementCommand, manageAnnouncements, readAnnouncementCommand } from './announcements.ts';
import { type ApiKeyCommand, manageApiKeys, readApiKeyCommand } from './api-keys.ts';
import { type CloseAccountCommand, closeAccounts, readCloseAccountCommand } from './close-account.ts';
import { type EndSessionsCommand, endSessions, readEndSessionsCommand } from './end-sessions.ts';
import { feedStatus, type StatusCommand } from './feed-status.ts';
import { type ImportCommand, importFiles, readImportCommand } from './import-files.ts';
import type { Outcome } from './outcome.ts';
import { type ReplayCommand, replayKeptFiles } from './replay-files.ts';
import { say, spelled } from './say.ts';
import { assertUsage } from './wrong-usage.ts';

function importLine({ name, about, folder }: Format): string {
  return `  import ${name} <folder or file>${folder ? ' [--operator CODE]' : ''}`.padEnd(50) + about;
}

const usage = `Usage: npm run cli -- <command>

${formats.map((format) => importLine(format)).join('\n')}
  replay [--file NAME]                            Reads the kept rows of files again, under today's configuration
  status                                          Whether the feed is healthy, what an administrator should look into, and how much the portal is used
  alarms                                          What an administrator has to look at, such as a difference to the bank
  alarms close ID                                 Closes one of them
  announcement add FILE                           Tells passengers something above the screens: docs/operating.md, "Announcements"
  announcement list                               What passengers are told, will be, and were in the last 30 days
  announcement end ID                             Ends one at once
  announcement remove ID                          Deletes one, also before it begins
  end-sessions --passenger EMAIL                  Signs one passenger out everywhere
  end-sessions --all                              Signs everybody out
  close-account --passenger EMAIL                 Deletes the account of a passenger, as the passenger can, and tells the owner
  close-account --closed FILE                     After a restore: closes again what a newer database says was closed
  api-key create --name NAME --scope SCOPE[,SCOPE] [--operator CODE] [--days N]
                                                  Makes a key for a system of an operator and shows it once
  api-key list                                    Every key, when it was last used and what became of it
  api-key revoke ID                               Ends a key at once

Options
  --config FILE  The configuration (default: TAPFOLIO_CONFIG, else config/demo.json, which npm start runs)
  --help         This text; the command help prints it too

The database is DATABASE_URL's, else the built-in one below the data directory (TAPFOLIO_DATA, default .data), also
while the server runs. A file that was imported before has no effect. The last line printed is JSON.

Exit code: 0 when it was done: every file was imported now or before, the feed is healthy, no alarm is open,
a worker runs that would raise one and no mail has waited for an hour; 1 when a file was refused, a folder has nothing to import, a problem was found,
what was named does not exist or something failed; 2 for wrong usage.

Scopes are ${apiScopes.join(', ')}. A key holds for 365 days unless told otherwise, at most 1100; two of one name hold at a
time, so that one can be replaced. Without --operator it is for all operators.

end-sessions does not say whether an address has an account: an address without one has no sessions to end.
`;

type Command =
  | AlarmsCommand
  | AnnouncementCommand
  | ImportCommand
  | ReplayCommand
  | StatusCommand
  | EndSessionsCommand
  | CloseAccountCommand
  | ApiKeyCommand;

const options = {
  help: { type: 'boolean', short: 'h' },
  config: { type: 'string' },
  operator: { type: 'string' },
  file: { type: 'string' },
  passenger: { type: 'string' },
  all: { type: 'boolean' },
  closed: { type: 'string' },
  name: { type: 'string' },
  scope: { type: 'string' },
  days: { type: 'string' },
} as const;

/** Which options each command takes beside `--help` and `--config`. */
const taken: Readonly<Record<Command['name'], readonly (keyof typeof options)[]>> = {
  import: ['operator'],
  replay: ['file'],
  status: [],
  alarms: [],
  announcement: [],
  'end-sessions': ['passenger', 'all'],
  'close-account': ['passenger', 'closed'],
  'api-key': ['name', 'scope', 'operator', 'days'],
};

interface Asked {
  command: Command;
  config: string | undefined;
}

/** The command; `undefined` when the usage should be shown. @throws TypeError for unknown options, WrongUsage for other wrong words. */
function readCommand(args: string[]): Asked | 'help' | undefined {
  const { values, positionals, tokens } = parseArgs({ args, allowPositionals: true, options, tokens: true });
  if (values.help || positionals[0] === 'help') return 'help';
  const { help: _, config, ...given } = values;
  const [name, ...words] = positionals;
  if (name === undefined) return undefined;
  assertUsage(isCommand(name), `There is no command ${name}.`);
  const foreign = Object.keys(given).filter((option) => !taken[name].some((known) => known === option));
  assertUsage(foreign.length === 0, `${name} takes no --${foreign.join(', no --')}.`);
  // Of several values the last would count, and of two passengers the first would be left out without a word.
  const named = tokens.flatMap((token) => (token.kind === 'option' ? token.name : []));
  const twice = named.find((option, index) => named.indexOf(option) !== index);
  assertUsage(twice === undefined, `--${twice} stands there more than once.`);
  const command = readWords(name, words, given);
  assertUsage(command !== undefined, `Usage of ${name}:\n${usageOf(name)}`);
  return { command, config };
}

/** The lines of the usage that begin with this command. */
function usageOf(name: Command['name']): string {
  return usage
    .split('\n')
    .filter((line) => line.startsWith(`  ${name} `))
    .join('\n');
}

function isCommand(name: string): name is Command['name'] {
  return Object.hasOwn(taken, name);
}

type Given = Omit<ReturnType<typeof parseArgs<{ options: typeof options }>>['values'], 'help' | 'config'>;

function readWords(name: Command['name'], words: string[], given: Given): Command | undefined {
  if (name === 'import') return readImportCommand(words, given);
  if (name === 'api-key') return readApiKeyCommand(words, given);
  if (name === 'alarms') return readAlarmsCommand(words);
  if (name === 'announcement') return readAnnouncementCommand(words);
  if (words.length > 0) return undefined;
  if (name === 'replay') return { name, file: given.file };
  if (name === 'close-account') return readCloseAccountCommand(given);
  return name === 'status' ? { name } : readEndSessionsCommand(given);
}

async function run(command: Command, loaded: Loaded): Promise<Outcome> {
  if (command.name === 'import') return await importFiles(command, loaded);
  if (command.name === 'status') return await feedStatus(loaded);
  if (command.name === 'api-key') return await manageApiKeys(command, loaded);
  if (command.name === 'alarms') return await manageAlarms(command, loaded);
  if (command.name === 'announcement') return await manageAnnouncements(command, loaded);
  if (command.name === 'close-account') return await closeAccounts(command, loaded);
  return command.name === 'replay' ? await replayKeptFiles(command, loaded) : await endSessions(command, loaded);
}

function complain(error: unknown): void {
  // The configuration's faults are several lines.
  const lines = reasonOf(error).split('\n');
  process.stderr.write(`${lines.map(spelled).join('\n')}\n`);
}

/** Does what the words of the command line ask for. Prints the result or what was wrong, and returns the exit code. */
export async function runCommandLine(args: string[]): Promise<number> {
  let asked: ReturnType<typeof readCommand>;
  try {
    asked = readCommand(args);
  } catch (error) {
    complain(error);
    process.stderr.write('All commands and their options: npm run cli -- help\n');
    return 2;
  }
  if (asked === 'help' || asked === undefined) {
    (asked ? process.stdout : process.stderr).write(usage);
    return asked ? 0 : 2;
  }
  try {
    const { isGood, summary } = await run(asked.command, loadConfig(asked.config));
    say(JSON.stringify(summary));
    return isGood ? 0 : 1;
  } catch (error) {
    complain(error);
    return 1;
  }
}
