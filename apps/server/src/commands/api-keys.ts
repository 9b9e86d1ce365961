import { randomUUID } from 'node:crypto';
import { type ApiScope, apiScopes } from '@tapfolio/contracts/api-scopes.ts';
import type { Pool } from 'pg';
import type { Config, Loaded } from '../config/config.ts';
import { Operators } from '../config/operators.ts';
import { isUuid } from '../lib/ids.ts';
import { createApiKey, listApiKeys, type NewApiKey, revokeApiKey } from '../modules/api-keys/api-keys.service.ts';
import type { Using } from '../plugins/context.ts';
import type { Outcome } from './outcome.ts';
import { withAccounts } from './with-database.ts';
import { assertUsage } from './wrong-usage.ts';

type Act =
  | { readonly act: 'create'; readonly key: NewApiKey }
  | { readonly act: 'list' }
  | { readonly act: 'revoke'; readonly keyId: string };

export type ApiKeyCommand = { readonly name: 'api-key' } & Act;

/** The words that may follow `api-key` on the command line. */
interface Words {
  readonly name?: string | undefined;
  readonly scope?: string | undefined;
  readonly operator?: string | undefined;
  readonly days?: string | undefined;
}

const usualDays = '365';
const mostDays = 1100;

/**
 * Reads `create --name NAME --scope SCOPE[,SCOPE] [--operator CODE] [--days N]`, `list` and `revoke ID`; undefined for other words.
 * @throws WrongUsage for a value in another form.
 */
export function readApiKeyCommand([act, id, ...more]: string[], words: Words): ApiKeyCommand | undefined {
  const isAlone = id === undefined;
  if (more.length > 0) return undefined;
  if (act === 'create' && isAlone) return { name: 'api-key', act, key: readNewKey(words) };
  const hasWords = Object.values(words).some((word) => word !== undefined);
  assertUsage(!hasWords, 'Only api-key create takes --name, --scope, --operator and --days.');
  if (act === 'list' && isAlone) return { name: 'api-key', act };
  if (act !== 'revoke' || isAlone) return undefined;
  assertUsage(isUuid(id.toLowerCase()), `${id} is not the ID of a key. \`api-key list\` shows it as keyId.`);
  return { name: 'api-key', act, keyId: id };
}

function readNewKey({ name = '', scope = '', operator, days = usualDays }: Words): NewApiKey {
  const asked = scope.split(',');
  const scopes: readonly ApiScope[] = apiScopes.filter((known) => asked.includes(known));
  const isWhole = asked.every((word) => scopes.some((known) => known === word));
  const isInTime = /^\d{1,4}$/.test(days) && Number(days) >= 1 && Number(days) <= mostDays;
  const nameForm = 'up to 60 letters, digits, dots, hyphens and underscores';
  assertUsage(/^[\w.-]{1,60}$/.test(name), `--name must be ${nameForm}, such as back-office.`);
  assertUsage(isWhole, `--scope must be ${apiScopes.join(' or ')}, or several with commas and no blanks between them.`);
  assertUsage(isInTime, `--days must be a whole number from 1 to ${mostDays}.`);
  return { name, scopes, operatorCode: operator ?? null, days: Number(days) };
}

/** Makes, lists or revokes keys of operators' own systems. A new key is printed once, in the last line. */
export async function manageApiKeys(command: ApiKeyCommand, loaded: Loaded): Promise<Outcome> {
  const known = command.act === 'create' ? { ...command, key: ofOperator(command.key, loaded.config) } : command;
  return await withAccounts(loaded, (context) => carryOut(known, context));
}

async function carryOut(command: Act, { pool, keys: { apiKeys: key } }: Using<'pool' | 'keys'>): Promise<Outcome> {
  if (command.act === 'list') return await list(pool);
  const traceId = randomUUID();
  if (command.act === 'create') return outcomeOf(await createApiKey({ pool, key, traceId }, command.key), traceId);
  const revoked = await revokeApiKey(pool, command.keyId, traceId);
  if (!revoked) process.stderr.write('There is no such key, or it was revoked before.\n');
  return { isGood: revoked, summary: { revoked, traceId } };
}

/** The outcome is not good while a system uses a key that ends soon, or that has just ended: its calls are refused then. */
async function list(pool: Pool): Promise<Outcome> {
  const keys = await listApiKeys(pool);
  const ending = keys.filter(({ needsNewKey }) => needsNewKey);
  for (const { name, keyId, expiresAt } of ending)
    process.stderr.write(
      `The key of ${name} (${keyId}) is in use and ends at ${expiresAt}: make a new one of its name.\n`,
    );
  return { isGood: ending.length === 0, summary: { keys } };
}

function outcomeOf(made: Awaited<ReturnType<typeof createApiKey>>, traceId: string): Outcome {
  if (made !== undefined) return { isGood: true, summary: { ...made, traceId } };
  process.stderr.write(
    'Two keys of this name are valid already, or one for another operator. Revoke one or choose another name: api-key list, api-key revoke ID.\n',
  );
  return { isGood: false, summary: { made: false } };
}

/**
 * The key with the code that payments have of its operator.
 * @throws a sentence if the configuration has no such operator, because the key could touch no payment.
 */
function ofOperator(key: NewApiKey, { operators }: Pick<Config, 'operators'>): NewApiKey {
  if (key.operatorCode === null) return key;
  const operator = new Operators(operators).find(key.operatorCode);
  if (operator === undefined) throw new Error(`The configuration has no operator ${key.operatorCode}.`);
  return { ...key, operatorCode: operator.code };
}
