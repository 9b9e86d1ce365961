import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isLoopback } from '../lib/loopback.ts';
import { reasonOf } from '../lib/reason-of.ts';
import { type ConfigFile, configSchema } from './config.schema.ts';
import { type Environment, readDatabaseUrl } from './database-url.ts';
import { describeIssue, inPlainWords } from './described-issues.ts';
import { mistypedVariables } from './mistyped-variables.ts';
import { readSecrets, type SecretReading, type Secrets } from './secrets.ts';

/** The parts of the server that a process may run. */
export const roles = ['auth', 'portal', 'feed', 'worker', 'web'] as const;
export type Role = (typeof roles)[number];

/** All settings of the server, read once at start. */
export interface Config extends ConfigFile {
  production: boolean;
  /** Absolute. The embedded database, the keys and the feed inbox live below it unless told otherwise. */
  dataDirectory: string;
  /** Absent: the built-in PostgreSQL is used. */
  databaseUrl: string | undefined;
  /** The login that owns the tables, for migrations; absent when `databaseUrl` is that login, or another process migrates. */
  databaseOwnerUrl: string | undefined;
  roles: Role[];
  /** False: no port is opened (TAPFOLIO_PORT=none). Possible with `feed` and `worker` only. */
  listens: boolean;
}

export interface Loaded {
  config: Config;
  secrets: Secrets;
}

/** Wrong settings, all of them, in words for the administrator. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(source: string, problems: string[]) {
    super([`The configuration cannot be used (${source}):`, ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads the configuration: one JSON file and some variables (docs/configuration.md lists them). Outside production, missing key files are made.
 * @throws ConfigError with every problem at once.
 */
export function loadConfig(file?: string, environment: Environment = process.env): Loaded {
  const source = path.resolve(file ?? (environment.TAPFOLIO_CONFIG || 'config/bilingual.json'));
  const problems: string[] = [];
  const written = withoutOuterBlanks(readJson(source));
  problems.push(...controlCharacters(written));
  const checked = configSchema.safeParse(written, { error: inPlainWords });
  if (!checked.success) problems.push(...checked.error.issues.flatMap(describeIssue));
  const chosenRoles = readRoles(environment.TAPFOLIO_ROLES, problems);
  const reading: SecretReading = { production: isProduction(environment.NODE_ENV, problems), problems };
  const databaseUrl = readDatabaseUrl('DATABASE_URL', environment, reading);
  const databaseOwnerUrl = readDatabaseUrl('DATABASE_OWNER_URL', environment, reading);
  if (databaseOwnerUrl !== undefined && databaseUrl === undefined)
    problems.push('DATABASE_OWNER_URL: needs DATABASE_URL, the login that the parts connect with');
  const listening = readListening(environment, chosenRoles, problems);
  problems.push(...mistypedVariables(environment));
  if (!checked.success) throw new ConfigError(source, problems);

  const dataDirectory = path.resolve(environment.TAPFOLIO_DATA || '.data');
  const secrets = readSecrets(checked.data, { dataDirectory, ...reading });
  problems.push(...unsafeAddresses(checked.data, reading.production));
  const feeds = placeFeeds(checked.data.feeds, dataDirectory, problems);
  if (problems.length > 0) throw new ConfigError(source, problems);

  const config: Config = {
    ...checked.data,
    feeds,
    production: reading.production,
    dataDirectory,
    http: { ...checked.data.http, ...listening.http },
    listens: listening.listens,
    databaseUrl,
    databaseOwnerUrl,
    roles: chosenRoles,
  };
  return { config, secrets };
}

/** The same with absolute paths; those of the file are relative to the data directory. */
function placeFeeds(written: ConfigFile['feeds'], dataDirectory: string, problems: string[]): ConfigFile['feeds'] {
  const { inbox, archive, stopMaps, ...others } = written;
  const place = (name: string) => path.resolve(dataDirectory, name);
  // Every table and archive of files below it would be read, and moved where there is an archive.
  if (isWithin(dataDirectory, place(inbox)))
    problems.push('feeds.inbox: must be a folder of its own, and not the data directory or a folder around it');
  if (archive !== undefined && isWithin(place(archive), place(inbox)))
    problems.push('feeds.archive: must lie outside feeds.inbox, or every file in it is read again');
  return {
    ...others,
    inbox: place(inbox),
    ...(archive && { archive: place(archive) }),
    stopMaps: stopMaps.map((map) => ({ ...map, file: place(map.file) })),
  };
}

function isWithin(folder: string, outer: string): boolean {
  return folder === outer || folder.startsWith(path.join(outer, path.sep));
}

/**
 * A blank at the end of a text is not seen in the file. With it a folder would be another one, in which nothing is ever delivered, and the code of
 * an operator another code, which stays at what was imported.
 */
function withoutOuterBlanks(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^\p{Zs}+|\p{Zs}+$/gu, '');
  if (Array.isArray(value)) return value.map(withoutOuterBlanks);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutOuterBlanks(inner)]));
}

/** No setting needs one, and the database refuses some of them with words that do not name the setting. */
function controlCharacters(value: unknown, where: readonly string[] = []): string[] {
  if (typeof value === 'string')
    return /\p{Cc}/u.test(value)
      ? [`${where.join('.') || 'the file'}: must not have a line break or control character`]
      : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => controlCharacters(inner, [...where, key]));
}

function unsafeAddresses({ publicUrl, sso, bank, backOffice }: ConfigFile, production: boolean): string[] {
  const addresses: [setting: string, url: string | undefined, reason: string][] = [
    ['publicUrl', production ? publicUrl : undefined, 'browsers give and keep session cookies over TLS only'],
    ['sso.issuer', sso?.issuer, 'an attacker on the way could change its answers and sign in as any user'],
    ['bank.url', bank?.url, 'an attacker on the way could read our key'],
    ['backOffice.url', backOffice?.url, 'messages say which card owes what'],
  ];
  return addresses.flatMap(([setting, url, reason]) =>
    url === undefined || isSafe(new URL(url)) ? [] : [`${setting}: must start with https://: ${reason}`],
  );
}

/** Over TLS, or on this machine, which browsers trust as much. */
const isSafe = (url: URL): boolean => url.protocol === 'https:' || isLoopback(url);

function readJson(source: string): unknown {
  let text: string;
  try {
    text = readFileSync(source, 'utf8');
  } catch (error) {
    throw new ConfigError(source, [`the file cannot be read: ${reasonOf(error)}. TAPFOLIO_CONFIG names another one`]);
  }
  // Some editors begin a file with a mark of its encoding.
  const json = text.replace(/^\uFEFF/, '');
  let written: unknown;
  try {
    written = JSON.parse(json);
  } catch (error) {
    throw new ConfigError(source, [`the file is not JSON: ${reasonOf(error)}`]);
  }
  if (isNestedDeeply(written)) throw new ConfigError(source, ['the file has too many brackets inside each other']);
  return written;
}

/** Whether values are inside each other more often than any setting needs: the checks look at one inside the other. */
function isNestedDeeply(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth < 20; depth += 1)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  return level.length > 0;
}

/** A mistyped "production" must not start a server that makes its own keys and takes plain HTTP. */
function isProduction(mode: string | undefined, problems: string[]): boolean {
  const isMeant = /^\s*prod/i.test(mode ?? '');
  if (isMeant && mode !== 'production')
    problems.push(`NODE_ENV: "${mode}" must be "production", or something else for a trial`);
  return isMeant;
}

function readRoles(list: string | undefined, problems: string[]): Role[] {
  if (!list) return [...roles];
  const names = list.split(',').map((name) => name.trim());
  const known = z.array(z.enum(roles)).safeParse(names);
  if (known.success && new Set(names).size === names.length) return known.data;
  problems.push(`TAPFOLIO_ROLES: "${list}" must be a comma-separated list of ${roles.join(', ')}, each once`);
  return [];
}

interface Listening {
  listens: boolean;
  http: { host?: string; port?: number };
}

/** One file serves all processes of a host; each process gets its own port. */
function readListening(environment: Environment, chosen: readonly Role[], problems: string[]): Listening {
  const { TAPFOLIO_HOST: host, TAPFOLIO_PORT: port } = environment;
  const http: Listening['http'] = host ? { host } : {};
  if (port === 'none') {
    const answering = chosen.filter((role) => role !== 'feed' && role !== 'worker');
    if (answering.length > 0)
      problems.push(`TAPFOLIO_PORT: none is not possible with the roles ${answering.join(', ')}`);
    return { listens: false, http };
  }
  if (!port) return { listens: true, http };
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    problems.push(`TAPFOLIO_PORT: "${port}" must be a number up to 65535, or none`);
  return { listens: true, http: { ...http, port: Number(port) } };
}
