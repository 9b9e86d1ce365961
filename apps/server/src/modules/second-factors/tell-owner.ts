import type { Transaction } from '../../lib/sql.ts';
import type { FactorMail } from '../../queue/catalogue.ts';
import { enqueue } from '../../queue/jobs.queries.ts';

/** Asks for the mail that tells the owner of the account about a change of its second factors. The id names the mail. */
export async function tellOwner(
  tx: Transaction,
  told: { readonly mail: FactorMail; readonly id: string; readonly passengerId: string },
): Promise<void> {
  await enqueue(tx, 'send-mail', told, `${told.mail}:${told.id}`);
}
