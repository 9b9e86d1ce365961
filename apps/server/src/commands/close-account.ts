import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { looksLikeEmail } from '@tapfolio/domain/email-address.ts';
import type { Loaded } from '../config/config.ts';
import { systemClock } from '../lib/clock.ts';
import {
  closeAgain,
  closeByAdministrator,
  type WrittenClosing,
} from '../modules/privacy/close-by-administrator.service.ts';
import type { Outcome } from './outcome.ts';
import { withAccounts } from './with-database.ts';
import { assertUsage } from './wrong-usage.ts';

/** One account, or those whose closing another database wrote down. */
export type CloseAccountCommand = { readonly name: 'close-account' } & (
  | { readonly email: string }
  | { readonly closings: readonly WrittenClosing[] }
);

/** The words that may follow `close-account` on the command line. */
interface Words {
  readonly passenger?: string | undefined;
  readonly closed?: string | undefined;
}

/** Reads `--passenger EMAIL` or `--closed FILE`; undefined for other words. @throws WrongUsage for a value in another form. */
export function readCloseAccountCommand({ passenger: email, closed }: Words): CloseAccountCommand | undefined {
  if ((email === undefined) === (closed === undefined)) return undefined;
  if (closed !== undefined) return { name: 'close-account', closings: readClosings(closed) };
  assertUsage(email !== undefined && looksLikeEmail(email.trim()), `${email} is not an email address.`);
  return { name: 'close-account', email };
}

/** Lines as `psql -At` writes them. One of another form may be of another query: then nothing is closed. */
function readClosings(file: string): WrittenClosing[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const [, traceId, person] = /^([^|]{1,100})\|([0-9a-f]{64})\s*$/.exec(line) ?? [];
    assertUsage(
      traceId !== undefined && person !== undefined,
      `Line ${index + 1} of ${file} is not a trace id, | and a hash.`,
    );
    return [{ traceId, person }];
  });
}

/** Closes accounts by order of the operator. With another account key no hash would fit, so that key is refused. */
export async function closeAccounts(command: CloseAccountCommand, loaded: Loaded): Promise<Outcome> {
  return await withAccounts(loaded, async ({ pool, keys }) => {
    const context = { pool, keys, clock: systemClock };
    if ('closings' in command) return { isGood: true, summary: await closeAgain(context, command.closings) };
    const traceId = randomUUID();
    const isClosed = await closeByAdministrator(context, command.email, traceId);
    if (!isClosed) process.stderr.write('No open account has this address.\n');
    return { isGood: isClosed, summary: { closed: isClosed ? 1 : 0, traceId } };
  });
}
