import { salesPackagesAsDelivered } from '@tapfolio/contracts/as-delivered.ts';
import type { SalesPackage } from '@tapfolio/contracts/sales-packages.ts';
import type { FavouriteChoice } from '@tapfolio/domain/favourite-rules.ts';
import { presenterOf } from '../../lib/as-delivered.ts';
import { isoInstant } from '../../lib/iso-instant.ts';
import type { ChosenPackages } from '../favourites/favourites.service.ts';
import type { Operators } from '../travel/timetable-names.ts';
import type { SalesPackageRow } from './sales-packages.queries.ts';

const presentAsDelivered = presenterOf(salesPackagesAsDelivered);

/** A sold package, and whether the passenger may choose it. */
export function presentSalesPackage(row: SalesPackageRow, operators: Operators, chosen: ChosenPackages): SalesPackage {
  return {
    id: row.sale_id,
    name: row.name,
    ...presentAsDelivered(row),
    soldAt: isoInstant(row.sold_at),
    timeZone: operators.timeZone(row.operator_code),
    amount: { amountMinor: row.amount_minor, currency: row.currency },
    channelType: row.channel_type,
    choice: choiceOf(row, chosen),
  };
}

function choiceOf(row: SalesPackageRow, chosen: ChosenPackages): FavouriteChoice {
  if (chosen.has(row)) return 'chosen';
  return row.is_recent ? 'open' : 'too_old';
}
