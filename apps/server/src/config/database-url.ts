import { readFileSync } from 'node:fs';
import path from 'node:path';
import { reasonOf } from '../lib/reason-of.ts';
import { readSecretText, type SecretReading } from './secrets.ts';

/** Variables by their names. */
export type Environment = Readonly<Record<string, string | undefined>>;

const passwordAdvice = 'in the password write each / as %2F, # as %23, ? as %3F, % as %25, @ as %40 and : as %3A';

/** Whether a text begins as the address of a PostgreSQL database. */
export const isDatabaseAddress = (text: string): boolean => /^postgres(ql)?:\/\//.test(text);

/** As other programs take them: the folder of the socket, if any, comes later. */
const noHost = /^[a-z]+:\/\/[^/?#@]*@\//i;
const socketAdvice = 'write a socket of this machine as postgresql://LOGIN:PASSWORD@%2Frun%2Fpostgresql/DATABASE';

/** As other programs take them: hosts separated by commas. */
const severalHosts = /^[a-z]+:\/\/(?:[^/?#]*@)?[^@/?#]*,[^@/?#]*(?:[/?#]|$)|[?&]host=[^&]*(?:,|%2C)/i;

/** From the variable itself, or from the file that NAME_FILE names, so that no password has to be in the environment. */
export function readDatabaseUrl(name: string, environment: Environment, reading: SecretReading): string | undefined {
  const { problems } = reading;
  const file = environment[`${name}_FILE`];
  if (file && environment[name]) problems.push(`${name}: give it or ${name}_FILE, not both`);
  const source = file ? `${name}_FILE` : name;
  const url = file ? readSecretText(source, path.resolve(file), reading) : environment[name];
  if (url && !isDatabaseAddress(url)) problems.push(`${name}: must be an address that starts with postgresql://`);
  else if (url && severalHosts.test(url))
    problems.push(`${name}: must name one host, which leads to the server that takes writes, also after a failover`);
  else if (url && noHost.test(url)) problems.push(`${name}: names no host before the database: ${socketAdvice}`);
  else if (url && !URL.canParse(url)) problems.push(`${name}: is not a complete address: ${passwordAdvice}`);
  else if (url) problems.push(...faultsOfTlsFiles(new URL(url)).map((fault) => `${source}: ${fault}`));
  return url || undefined;
}

/** The files for TLS that an address may name. The driver reads them at each connection, and says only which file failed. */
const tlsFiles = {
  sslrootcert: 'Name the file with the certificate of the authority that signed the one of your database',
  sslcert: 'Name the file with the certificate of this login',
  sslkey: 'Name the file with the key of that certificate',
};

function faultsOfTlsFiles({ searchParams }: URL): string[] {
  return Object.entries(tlsFiles).flatMap(([parameter, advice]) => {
    const file = searchParams.get(parameter);
    if (!file) return [];
    try {
      return readFileSync(file, 'utf8').includes('-----BEGIN ')
        ? []
        : [`${parameter}: ${file} is not in PEM. ${advice}`];
    } catch (error) {
      return [`${parameter}: cannot be read: ${reasonOf(error)}. ${advice}`];
    }
  });
}
