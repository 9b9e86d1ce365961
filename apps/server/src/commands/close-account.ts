import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { looksLikeEmail } from '@tapfolio/domain/email-address.ts';
import type { Loaded } from '../config/config.ts';
import { systemClock } from '../lib/clock.ts';
import { isMissing } from '../lib/is-missing.ts';
import { reasonOf } from '../lib/reason-of.ts';
import {
  closeAgain,
  closeByAdministrator,
  type WrittenClosing,
} from '../modules/privacy/close-by-administrator.service.ts';
import type { Outcome } from './outcome.ts';
import { withAccounts } from './with-database.ts';
import { assertUsage } from './wrong-usage.ts';

/** One account, or those whose closing another database wrote down: `closed` is the file. */
export type CloseAccountCommand = { readonly name: 'close-account' } & (
  | { readonly email: string }
  | { readonly closed: string }
);

/** The words that may follow `close-account` on the command line. */
interface Words {
  readonly passenger?: string | undefined;
  readonly closed?: string | undefined;
}

/** Reads `--passenger EMAIL` or `--closed FILE`; undefined for other words. @throws WrongUsage for an address in another form. */
export function readCloseAccountCommand({ passenger: email, closed }: Words): CloseAccountCommand | undefined {
  if ((email === undefined) === (closed === undefined)) return undefined;
  if (closed !== undefined) return { name: 'close-account', closed: path.resolve(closed) };
  assertUsage(email !== undefined && looksLikeEmail(email.trim()), `${email} is not an email address.`);
  return { name: 'close-account', email };
}

/**
 * Lines as `psql -At` writes them. One of another form may be of another query, and a list without lines of a psql that failed: then
 * nothing is closed. @throws a sentence.
 */
function readClosings(file: string): WrittenClosing[] {
  const closings = readList(file).flatMap((line, index) => {
    if (line.trim() === '') return [];
    const [, traceId, person] = /^([^|]{1,100})\|([0-9a-f]{64})\s*$/.exec(line) ?? [];
    if (traceId === undefined || person === undefined)
      throw new Error(`Line ${index + 1} of ${file} is not a trace id, | and a hash.`);
    return [{ traceId, person }];
  });
  if (closings.length === 0) throw new Error(`${file} is empty: the query found no closed account, or psql failed.`);
  return closings;
}

function readList(file: string): string[] {
  if (isMissing(file)) throw new Error(`There is no file ${file} (no such file or directory)`);
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    throw new Error(`${file} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

/** Closes accounts by order of the operator. With another account key no hash would fit, so that key is refused. */
export async function closeAccounts(command: CloseAccountCommand, loaded: Loaded): Promise<Outcome> {
  const closings = 'closed' in command ? readClosings(command.closed) : [];
  return await withAccounts(loaded, async ({ pool, keys }) => {
    const context = { pool, keys, clock: systemClock };
    if ('closed' in command) return { isGood: true, summary: await closeAgain(context, closings) };
    const traceId = randomUUID();
    const isClosed = await closeByAdministrator(context, command.email, traceId);
    if (!isClosed) process.stderr.write('No open account has this address.\n');
    return { isGood: isClosed, summary: { closed: isClosed ? 1 : 0, traceId } };
  });
}
