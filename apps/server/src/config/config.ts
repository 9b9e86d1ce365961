import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isLoopback } from '../lib/loopback.ts';
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
  /** The login that owns the tables, for migrations; absent when `databaseUrl` is that login, or somebody else migrates. */
  databaseOwnerUrl: string | undefined;
  roles: Role[];
  /** False: no port is opened, as TAPFOLIO_PORT=none asks for. Only loops can do without one. */
  listens: boolean;
}

/** What must never be logged or sent anywhere; kept apart from `Config` for that reason. */
export interface Secrets {
  /** Turns a card token into a medium id. */
  mediumKey: Buffer;
  /** What the keys of the account side are derived from (`keys.ts`). */
  accountKey: Buffer;
  mailPassword: string | undefined;
  ssoClientSecret: string | undefined;
  bank: BankSecrets | undefined;
  /** What messages to the back office are signed with; none when there is no back office. */
  backOfficeKeys: readonly string[];
}

export interface BankSecrets {
  key: string;
  webhookSecret: string;
}

export interface Loaded {
  config: Config;
  secrets: Secrets;
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
 * Reads the configuration: one JSON file and some variables (docs/configuration.md lists them). Outside production, missing key files are made.
 * @throws ConfigError with every problem at once.
 */
export function loadConfig(file?: string, environment: Environment = process.env): Loaded {
  const source = path.resolve(file ?? environment.TAPFOLIO_CONFIG ?? 'config/bilingual.json');
  const problems: string[] = [];
  const checked = configSchema.safeParse(readJson(source), { error: inPlainWords });
  if (!checked.success) problems.push(...checked.error.issues.flatMap((issue) => describe(issue)));
  const chosenRoles = readRoles(environment.TAPFOLIO_ROLES, problems);
  const databaseUrl = readDatabaseUrl('DATABASE_URL', environment, problems);
  const databaseOwnerUrl = readDatabaseUrl('DATABASE_OWNER_URL', environment, problems);
  if (databaseOwnerUrl !== undefined && databaseUrl === undefined)
    problems.push('DATABASE_OWNER_URL: needs DATABASE_URL, the login that the parts connect with');
  const listening = readListening(environment, chosenRoles, problems);
  if (!checked.success) throw new ConfigError(source, problems);

  const production = environment.NODE_ENV === 'production';
  const dataDirectory = path.resolve(environment.TAPFOLIO_DATA ?? '.data');
  const secrets = readSecrets(checked.data, dataDirectory, production, problems);
  if (production && !isSafe(new URL(checked.data.publicUrl)))
    problems.push('publicUrl: must start with https://: browsers give and keep session cookies over TLS only');
  if (checked.data.sso !== undefined && !isSafe(new URL(checked.data.sso.issuer)))
    problems.push('sso.issuer: must start with https://: whoever changes its answers on the way signs in as anybody');
  const bankUrl = checked.data.bank?.url;
  if (bankUrl !== undefined && !isSafe(new URL(bankUrl)))
    problems.push('bank.url: must start with https://: whoever reads on the way learns our key');
  const backOfficeUrl = checked.data.backOffice?.url;
  if (backOfficeUrl !== undefined && !isSafe(new URL(backOfficeUrl)))
    problems.push('backOffice.url: must start with https://: messages say which card owes what');
  if (problems.length > 0) throw new ConfigError(source, problems);

  const { inbox, archive, stopMaps, ...feeds } = checked.data.feeds;
  const place = (name: string) => path.resolve(dataDirectory, name);
  const config: Config = {
    ...checked.data,
    feeds: {
      ...feeds,
      inbox: place(inbox),
      ...(archive && { archive: place(archive) }),
      stopMaps: stopMaps.map((map) => ({ ...map, file: place(map.file) })),
    },
    production,
    dataDirectory,
    http: { ...checked.data.http, ...listening.http },
    listens: listening.listens,
    databaseUrl,
    databaseOwnerUrl,
    roles: chosenRoles,
  };
  return { config, secrets };
}

/** Over TLS, or on this machine, which browsers trust as much. */
const isSafe = (url: URL): boolean => url.protocol === 'https:' || isLoopback(url);

function readSecrets(file: ConfigFile, dataDirectory: string, production: boolean, problems: string[]): Secrets {
  const place = (name: string) => path.resolve(dataDirectory, name);
  const { mediumKeyFile, accountKeyFile } = file.secrets;
  const mediumKey = readKey('secrets.mediumKeyFile', place(mediumKeyFile), production, problems);
  const accountKey = readKey('secrets.accountKeyFile', place(accountKeyFile), production, problems);
  if (mediumKey.length > 0 && mediumKey.equals(accountKey)) problems.push('secrets: both files hold the same key');
  const { passwordFile } = file.mail;
  const mailPassword = passwordFile && readSecretText('mail.passwordFile', place(passwordFile), problems);
  const secretFile = file.sso?.clientSecretFile;
  const ssoClientSecret = secretFile && readSecretText('sso.clientSecretFile', place(secretFile), problems);
  const bank = readBankSecrets(file.bank, place, problems);
  const signingKeyFiles = signingKeyFilesOf(file);
  const backOfficeKeys = signingKeyFiles.flatMap(([name, key]) => readSigningKey(name, place(key), problems));
  if (production) {
    const bankFiles = [file.bank?.keyFile, file.bank?.webhookSecretFile];
    const signingFiles = signingKeyFiles.map(([, key]) => key);
    for (const name of [mediumKeyFile, accountKeyFile, passwordFile, secretFile, ...bankFiles, ...signingFiles])
      if (name !== undefined) refuseOpenFile(place(name), problems);
  }
  if (production && bank !== undefined && isPlayMoney(bank.key))
    problems.push('bank.keyFile: holds a key for play money, which nobody can pay a fare with');
  return { mediumKey, accountKey, mailPassword, ssoClientSecret, bank, backOfficeKeys };
}

function signingKeyFilesOf({ backOffice }: ConfigFile): [setting: string, file: string][] {
  if (backOffice === undefined) return [];
  const { signingKeyFile, formerSigningKeyFile } = backOffice;
  const former: [string, string][] =
    formerSigningKeyFile === undefined ? [] : [['backOffice.formerSigningKeyFile', formerSigningKeyFile]];
  return [['backOffice.signingKeyFile', signingKeyFile], ...former];
}

/** A key as Standard Webhooks writes it. */
function readSigningKey(name: string, file: string, problems: string[]): string[] {
  const key = readSecretText(name, file, problems);
  if (!key) return [];
  const bytes = /^whsec_[A-Za-z0-9+/]+=*$/.test(key) ? Buffer.from(key.slice('whsec_'.length), 'base64').length : 0;
  if (bytes < 24 || bytes > 64)
    problems.push(`${name}: ${file} must hold "whsec_" and 24 to 64 random bytes in base64`);
  return [key];
}

function readBankSecrets(
  bank: ConfigFile['bank'],
  place: (name: string) => string,
  problems: string[],
): BankSecrets | undefined {
  if (bank === undefined) return undefined;
  const key = readSecretText('bank.keyFile', place(bank.keyFile), problems) ?? '';
  const webhookSecret = readSecretText('bank.webhookSecretFile', place(bank.webhookSecretFile), problems) ?? '';
  if (/[^\x21-\x7e]/.test(key)) problems.push('bank.keyFile: must hold one line without blanks');
  if (webhookSecret !== '' && !/^whsec_[A-Za-z0-9+/_-]{24,}=*$/.test(webhookSecret))
    problems.push('bank.webhookSecretFile: must start with whsec_ and hold at least 24 letters and digits more');
  return { key, webhookSecret };
}

/** The sandbox bank of the demonstration and the test mode of Stripe say so in their keys. */
const isPlayMoney = (key: string): boolean => /^(sandbox|sk_test|rk_test)_/.test(key);

/** A secret that every account of the machine can read is none. A group may: that is how secrets are mounted. */
function refuseOpenFile(file: string, problems: string[]): void {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o007) !== 0) problems.push(`${file} is open to everybody on this machine: chmod o= ${file}`);
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

/** Says what is wrong as a person would; keys with words of their own in the schema keep those. */
function inPlainWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined && issue.code !== 'custom') return 'is missing';
  if (issue.code === 'invalid_type') return `must be of type ${issue.expected}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_small' && issue.minimum === 1 && issue.origin !== 'number') return 'must not be empty';
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  return undefined;
}

/** One line per problem: where, then what. Unknown keys are named one by one, since most are spelling mistakes. */
function describe(issue: z.core.$ZodIssue): string[] {
  const where = issue.path.length > 0 ? issue.path.map(String).join('.') : 'the file';
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${where}: unknown key "${key}"`);
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

/** From the variable itself, or from the file that NAME_FILE names: a password need not stand in the environment. */
function readDatabaseUrl(name: string, environment: Environment, problems: string[]): string | undefined {
  const file = environment[`${name}_FILE`];
  if (file && environment[name]) problems.push(`${name}: give it or ${name}_FILE, not both`);
  const url = file ? readSecretText(`${name}_FILE`, path.resolve(file), problems) : environment[name];
  if (url && !(/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)))
    problems.push(`${name}: must be an address that starts with postgresql://`);
  return url || undefined;
}

interface Listening {
  listens: boolean;
  http: { host?: string; port?: number };
}

/** One file serves all processes of a host: each is told its own port. */
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
    // Only the keys' own folder is closed: the one above it also holds the database, which has an account of its own.
    mkdirSync(path.dirname(path.dirname(file)), { recursive: true });
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

function readSecretText(name: string, file: string, problems: string[]): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text === '') problems.push(`${name}: ${file} is empty`);
    return text;
  } catch (error) {
    problems.push(`${name}: cannot be read: ${message(error)}`);
    return undefined;
  }
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
