import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isMissing } from '../lib/is-missing.ts';
import { reasonOf } from '../lib/reason-of.ts';
import type { ConfigFile } from './config.schema.ts';

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

/** How a file with a secret is read. */
export interface SecretReading {
  /** A file that every account of the machine can read is refused. */
  readonly production: boolean;
  /** Takes what is wrong, in words for the administrator. */
  readonly problems: string[];
}

/** Reads the files that the configuration names for what must stay secret. Outside production, missing keys are made. */
export function readSecrets(
  file: ConfigFile,
  /** Names in the configuration are relative to `dataDirectory`. */
  { dataDirectory, ...reading }: SecretReading & { readonly dataDirectory: string },
): Secrets {
  const { production, problems } = reading;
  const place = (name: string) => path.resolve(dataDirectory, name);
  const { mediumKeyFile, accountKeyFile } = file.secrets;
  const mediumKey = readOrMakeKey('secrets.mediumKeyFile', place(mediumKeyFile), reading);
  const accountKey = readOrMakeKey('secrets.accountKeyFile', place(accountKeyFile), reading);
  if (mediumKey.length > 0 && mediumKey.equals(accountKey)) problems.push('secrets: both files hold the same key');
  const { passwordFile } = file.mail;
  const mailPassword = passwordFile && readSecretText('mail.passwordFile', place(passwordFile), reading);
  const secretFile = file.sso?.clientSecretFile;
  const ssoClientSecret = secretFile && readSecretText('sso.clientSecretFile', place(secretFile), reading);
  const bank = readBankSecrets(file.bank, place, reading);
  const backOfficeKeys = signingKeyFilesOf(file).flatMap(([name, key]) => readSigningKey(name, place(key), reading));
  if (bank !== undefined && backOfficeKeys.includes(bank.webhookSecret))
    problems.push('bank.webhookSecretFile: holds a key of backOffice; the bank signs with another one');
  if (production && bank !== undefined && isTestKey(bank.key))
    problems.push('bank.keyFile: holds a test key (play money), with which no fare can be paid');
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
function readSigningKey(name: string, file: string, reading: SecretReading): string[] {
  const key = readSecretText(name, file, reading);
  if (!key) return [];
  const bytes = /^whsec_[A-Za-z0-9+/]+=*$/.test(key) ? Buffer.from(key.slice('whsec_'.length), 'base64').length : 0;
  if (bytes < 24 || bytes > 64)
    reading.problems.push(`${name}: ${file} must hold "whsec_" and 24 to 64 random bytes in base64`);
  return [key];
}

function readBankSecrets(
  bank: ConfigFile['bank'],
  place: (name: string) => string,
  reading: SecretReading,
): BankSecrets | undefined {
  if (bank === undefined) return undefined;
  const key = readSecretText('bank.keyFile', place(bank.keyFile), reading) ?? '';
  const webhookSecret = readSecretText('bank.webhookSecretFile', place(bank.webhookSecretFile), reading) ?? '';
  if (/[^\x21-\x7e]/.test(key)) reading.problems.push('bank.keyFile: must hold one line without blanks');
  if (key.startsWith('whsec_'))
    reading.problems.push('bank.keyFile: holds the secret of the webhooks; it belongs in bank.webhookSecretFile');
  if (webhookSecret !== '' && !/^whsec_[A-Za-z0-9+/_-]{24,}=*$/.test(webhookSecret))
    reading.problems.push(
      'bank.webhookSecretFile: must start with whsec_ and hold at least 24 letters and digits more',
    );
  return { key, webhookSecret };
}

/** The sandbox bank of the demonstration and the test mode of Stripe say so in their keys. */
const isTestKey = (key: string): boolean => /^(sandbox|sk_test|rk_test)_/.test(key);

/** Refuses a file that every account of the machine can read. A group may read it: that is how secrets are mounted. */
function refuseOpenFile(name: string, file: string, { production, problems }: SecretReading): void {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if (production && (mode & 0o007) !== 0)
    problems.push(`${name}: ${file} is open to every user of this machine: chmod o= ${file}`);
}

const leastKeyBytes = 32;

function readOrMakeKey(name: string, file: string, reading: SecretReading): Buffer {
  const { production, problems } = reading;
  try {
    if (!production && isMissing(file)) makeKey(file);
    return readKey(name, file, reading);
  } catch (error) {
    problems.push(`${name}: ${file} cannot be made: ${reasonOf(error)}`);
    return Buffer.alloc(0);
  }
}

/** Never throws. */
function readKey(name: string, file: string, reading: SecretReading): Buffer {
  const { problems } = reading;
  let key: Buffer;
  try {
    key = readFileSync(file);
  } catch (error) {
    problems.push(`${name}: ${isMissing(file) ? adviceWithout(file) : `cannot be read: ${reasonOf(error)}`}`);
    return Buffer.alloc(0);
  }
  if (key.length < leastKeyBytes)
    problems.push(`${name}: ${file} holds ${key.length} bytes and needs ${leastKeyBytes}`);
  // 32 random bytes hold about 30 different values; a typed or repeated pattern holds few.
  else if (new Set(key).size < 12) problems.push(`${name}: ${file} is not random`);
  refuseOpenFile(name, file, reading);
  return key;
}

/** Not for a key that exists and cannot be read: the command would overwrite it. */
const adviceWithout = (file: string): string =>
  `there is no ${file}: restore it from its backup. For a new database make one: mkdir -p -m 700 "${path.dirname(file)}"; (umask 077; head -c ${leastKeyBytes} /dev/urandom > "${file}")`;

/** A full disk must leave no half of a key behind, which no later start would replace. The key of a process that starts at the same moment stays. */
function makeKey(file: string): void {
  // Only the keys' own folder is private: the folder above also holds the database, which belongs to another account.
  mkdirSync(path.dirname(path.dirname(file)), { recursive: true });
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  let made: number;
  try {
    made = openSync(file, 'wx', 0o600);
  } catch (error) {
    if (existsSync(file)) return;
    throw error;
  }
  try {
    writeFileSync(made, randomBytes(leastKeyBytes));
  } catch (error) {
    rmSync(file);
    throw error;
  } finally {
    closeSync(made);
  }
}

/** A secret that is a line of text. */
export function readSecretText(name: string, file: string, reading: SecretReading): string | undefined {
  const { problems } = reading;
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text === '') problems.push(`${name}: ${file} is empty`);
    refuseOpenFile(name, file, reading);
    return text;
  } catch (error) {
    problems.push(`${name}: cannot be read: ${reasonOf(error)}`);
    return undefined;
  }
}
