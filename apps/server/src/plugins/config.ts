import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type ConfigFile, configSchema } from './config.schema.ts';

/** The parts of the server that a process may run. */
export const roles = ['auth', 'portal', 'feed', 'worker', 'web'] as const;
export type Role = (typeof roles)[number];

/** Everything the server is told from outside, read once at start. */
export interface Config extends ConfigFile {
  production: boolean;
  /** Absolute. The embedded database, the keys and the feed inbox live below it unless told otherwise. */
  dataDirectory: string;
  /** Absent: the built-in PostgreSQL is used. */
  databaseUrl: string | undefined;
  roles: Role[];
  /** Absolute paths. */
  feeds: ConfigFile['feeds'];
  keys: { medium: Buffer; pepper: Buffer };
  mailPassword: string | undefined;
}

/** Wrong settings, all of them, in words for whoever operates the server. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(source: string, problems: string[]) {
    super([`The configuration cannot be used (${source}):`, ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration: one JSON file and five variables (TAPFOLIO_CONFIG, DATABASE_URL, TAPFOLIO_ROLES,
 * TAPFOLIO_DATA, NODE_ENV). Outside production, missing key files are made.
 * @throws ConfigError with every problem at once.
 */
export function loadConfig(file?: string, environment: Environment = process.env): Config {
  const source = path.resolve(file ?? environment.TAPFOLIO_CONFIG ?? 'config/bilingual.json');
  const problems: string[] = [];
  const checked = configSchema.safeParse(readJson(source));
  if (!checked.success) problems.push(...checked.error.issues.flatMap((issue) => describe(issue)));
  const chosenRoles = readRoles(environment.TAPFOLIO_ROLES, problems);
  checkDatabaseUrl(environment.DATABASE_URL, problems);
  if (!checked.success) throw new ConfigError(source, problems);

  const production = environment.NODE_ENV === 'production';
  const dataDirectory = path.resolve(environment.TAPFOLIO_DATA ?? '.data');
  const place = (name: string) => path.resolve(dataDirectory, name);
  const { secrets, feeds, mail } = checked.data;
  const keys = {
    medium: readKey('secrets.mediumKeyFile', place(secrets.mediumKeyFile), production, problems),
    pepper: readKey('secrets.pepperFile', place(secrets.pepperFile), production, problems),
  };
  const mailPassword = readSecretText('mail.passwordFile', mail.passwordFile && place(mail.passwordFile), problems);
  if (keys.medium.length > 0 && keys.medium.equals(keys.pepper)) problems.push('secrets: both files hold the same key');
  if (problems.length > 0) throw new ConfigError(source, problems);

  return {
    ...checked.data,
    feeds: { ...feeds, inbox: place(feeds.inbox), ...(feeds.archive && { archive: place(feeds.archive) }) },
    production,
    dataDirectory,
    databaseUrl: environment.DATABASE_URL || undefined,
    roles: chosenRoles,
    keys,
    mailPassword,
  };
}

function readJson(source: string): unknown {
  let text: string;
  try {
    text = readFileSync(source, 'utf8');
  } catch (error) {
    throw new ConfigError(source, [`the file cannot be read: ${message(error)}. TAPFOLIO_CONFIG names another one`]);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigError(source, [`the file is not JSON: ${message(error)}`]);
  }
}

/** One line per problem: where, then what. Unknown keys are named one by one, since most are spelling mistakes. */
function describe(issue: z.core.$ZodIssue): string[] {
  const where = issue.path.length > 0 ? issue.path.map(String).join('.') : 'the file';
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${where}: unknown key "${key}"`);
  if (issue.code === 'invalid_type' && issue.input === undefined) return [`${where}: is missing`];
  return [`${where}: ${issue.message}`];
}

function readRoles(list: string | undefined, problems: string[]): Role[] {
  if (!list) return [...roles];
  const names = list.split(',').map((name) => name.trim());
  const known = z.array(z.enum(roles)).safeParse(names);
  if (known.success) return known.data;
  problems.push(`TAPFOLIO_ROLES: "${list}" must be a comma-separated list of ${roles.join(', ')}`);
  return [];
}

function checkDatabaseUrl(url: string | undefined, problems: string[]): void {
  if (!url || /^postgres(ql)?:\/\//.test(url)) return;
  problems.push('DATABASE_URL: must start with postgresql://');
}

const leastKeyBytes = 32;

function readKey(name: string, file: string, production: boolean, problems: string[]): Buffer {
  const key = readOrMakeKey(file, production);
  if (!key) {
    problems.push(`${name}: ${file} cannot be read; make it with: head -c 32 /dev/urandom > ${file}`);
    return Buffer.alloc(0);
  }
  if (key.length < leastKeyBytes)
    problems.push(`${name}: ${file} holds ${key.length} bytes and needs ${leastKeyBytes}`);
  // 32 random bytes hold about 30 different values; a typed or repeated pattern holds few.
  else if (new Set(key).size < 12) problems.push(`${name}: ${file} is not random`);
  return key;
}

function readOrMakeKey(file: string, production: boolean): Buffer | undefined {
  if (!production) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    try {
      writeFileSync(file, randomBytes(leastKeyBytes), { flag: 'wx', mode: 0o600 });
    } catch {
      // It is there already, made by us earlier or by another process just now.
    }
  }
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

function readSecretText(name: string, file: string | undefined, problems: string[]): string | undefined {
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    problems.push(`${name}: cannot be read: ${message(error)}`);
    return undefined;
  }
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
