import type { Db } from '../../lib/sql.ts';
import { findChargedPayment } from './charged-payment.queries.ts';
import type { ChargeRow } from './payment.sql.ts';
import { windowsAbout } from './payment-window.ts';

/** What was charged, and about when. */
export interface Charged {
  readonly mediumId: string;
  readonly srid: string | null;
  /** When the trip or the validity of the ticket began. */
  readonly began: string;
}

/** The payment that a fare or a ticket was charged with, opened about the time it began; undefined where there is none. */
export async function readChargedPayment(db: Db, { mediumId, srid, began }: Charged): Promise<ChargeRow | undefined> {
  if (srid === null) return undefined;
  const [payment] = await findChargedPayment(db, { mediumId, srid, ...windowsAbout(began) });
  return payment;
}
