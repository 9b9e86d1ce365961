import { randomUUID } from 'node:crypto';
import { looksLikeEmail } from '@tapfolio/domain/email-address.ts';
import type { Loaded } from '../config/config.ts';
import { openConnection } from '../database/open-connection.ts';
import { urlOfPart } from '../database/parts.ts';
import { endSessionsByAdministrator } from '../modules/sessions/sessions.service.ts';
import type { Outcome } from './outcome.ts';
import { withPreparedDatabase } from './with-database.ts';
import { assertUsage } from './wrong-usage.ts';

export interface EndSessionsCommand {
  readonly name: 'end-sessions';
  /** An address as typed, or all passengers. */
  readonly whose: { readonly email: string } | 'all';
}

/** The words that may follow `end-sessions` on the command line. */
interface Words {
  readonly passenger?: string | undefined;
  readonly all?: boolean | undefined;
}

/**
 * Reads `--passenger EMAIL` or `--all`; undefined for other words. `--all` must be written: a forgotten address must not sign all
 * passengers out.
 * @throws WrongUsage for an address in another form.
 */
export function readEndSessionsCommand({ passenger: email, all }: Words): EndSessionsCommand | undefined {
  if ((email === undefined) === (all !== true)) return undefined;
  if (email === undefined) return { name: 'end-sessions', whose: 'all' };
  assertUsage(looksLikeEmail(email.trim()), `${email} is not an email address.`);
  return { name: 'end-sessions', whose: { email } };
}

/** Ends the sessions of one passenger or of all. An address without an account and one without a session look alike. */
export async function endSessions({ whose }: EndSessionsCommand, { config }: Loaded): Promise<Outcome> {
  const traceId = randomUUID();
  return await withPreparedDatabase(config, async ({ url }) => {
    // Without the time limits of the server's pool: ending every session may take longer, and must not be given up.
    const client = await openConnection({ connectionString: urlOfPart(url, 'auth') });
    try {
      const ended = await endSessionsByAdministrator(client, { email: whose === 'all' ? null : whose.email, traceId });
      return { isGood: true, summary: { ...ended, traceId } };
    } finally {
      await client.end();
    }
  });
}
