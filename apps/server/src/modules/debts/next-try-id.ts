import { hashedUuid } from '../../lib/hashing.ts';

/** What the bank is asked to take, and for which debt. */
interface Wanted {
  readonly mediumId: string;
  readonly paymentId: string;
  readonly operatorCode: string;
  readonly srid: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/**
 * The id of the next try for a debt. It follows from the debt, from what the bank is asked for and from the number of tries before. A
 * database that has lost the newest try, such as a standby that was behind at a failover, gives the same id again. So within a day the bank
 * repeats its answer to the lost try, and takes nothing a second time.
 * @param known the ids of all tries of the debt
 */
export function nextTryId(wanted: Wanted, known: readonly string[]): string {
  const { mediumId, paymentId, operatorCode, srid, amountMinor, currency } = wanted;
  const order = JSON.stringify([mediumId, paymentId, operatorCode, srid, amountMinor, currency]);
  for (let number = known.length + 1; ; number += 1) {
    const id = hashedUuid(`collection ${number}\0${order}`);
    // The bank's report may have brought back a later try, and not the one before it.
    if (!known.includes(id)) return id;
  }
}
