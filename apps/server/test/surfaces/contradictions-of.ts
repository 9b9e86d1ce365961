import type { Config } from '../../src/config/config.ts';
import { compareDocuments } from './compare-documents.ts';
import { compareExport, compareMovements } from './compare-export.ts';
import { compareDebts, comparePayments } from './compare-money.ts';
import { compareReceipts } from './compare-receipts.ts';
import { compareOverview, compareProducts, compareSums, compareTrips } from './compare-travel.ts';
import { Contradictions } from './contradictions.ts';
import type { Surfaces } from './read-surfaces.ts';

/**
 * What the surfaces of one passenger say differently about the same fact. These differences are meant, and the comparisons allow them:
 * a refund whose payment has not been delivered leads to none; a fare that the bank is being asked about keeps the amount of the
 * request; a fare that was settled 30 days ago is in no list of unpaid fares; the export says what was delivered, and what the bank
 * took beyond that in lists of its own.
 */
export async function contradictionsOf(surfaces: Surfaces, config: Config): Promise<string[]> {
  const check = new Contradictions();
  for (const card of surfaces.cards) {
    compareTrips(check, card);
    comparePayments(check, card, surfaces);
    compareDebts(check, card, surfaces);
    compareProducts(check, card);
    compareOverview(check, card);
  }
  compareSums(check, surfaces);
  await compareReceipts(check, surfaces, config);
  if (surfaces.exported !== null) {
    compareMovements(check, surfaces, surfaces.exported);
    compareExport(check, surfaces, surfaces.exported);
    compareDocuments(check, surfaces);
  }
  return check.found;
}
