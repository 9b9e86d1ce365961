import type { Db } from '../../lib/sql.ts';
import { findWaitingChargeback, listChargeReferences } from './waiting-chargebacks.queries.ts';

interface Charge {
  readonly mediumId: string;
  readonly srid: string;
  readonly currency: string;
  readonly openedAt: string;
}

/**
 * Whether the bank's own file has a chargeback that may be of this payment: it names the charge by the bank's reference, and
 * either no delivery has told of the charge yet, or several payments have that reference. It waits until that is known.
 */
export async function mayBeChargedBack(db: Db, { mediumId, srid, currency, openedAt }: Charge): Promise<boolean> {
  const charges = await listChargeReferences(db, { mediumId, srid });
  const references = charges.flatMap(({ retrieval_reference: reference }) => reference ?? []);
  const isUntold = charges.length === 0;
  const found = await findWaitingChargeback(db, { references, isUntold, currency, openedAt });
  return found.length > 0;
}
