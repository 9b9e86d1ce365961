import type { Db } from '../../lib/sql.ts';
import {
  findUndeliveredCollection,
  findWaitingChargeback,
  listChargeReferences,
} from './waiting-chargebacks.queries.ts';

interface Charge {
  readonly mediumId: string;
  readonly srid: string;
  readonly currency: string;
  readonly openedAt: string;
}

/**
 * Whether a chargeback waits that may be of this payment. The bank's file names its charge by the bank's reference, and either that
 * charge has not been delivered yet, or several payments have that reference.
 */
export async function mayBeChargedBack(db: Db, { mediumId, srid, currency, openedAt }: Charge): Promise<boolean> {
  const charges = await listChargeReferences(db, { mediumId, srid });
  const references = charges.flatMap(({ retrieval_reference: reference }) => reference ?? []);
  const isChargeMissing = charges.length === 0 || (await findUndeliveredCollection(db, { mediumId, srid })).length > 0;
  const found = await findWaitingChargeback(db, { references, isChargeMissing, currency, openedAt });
  return found.length > 0;
}
