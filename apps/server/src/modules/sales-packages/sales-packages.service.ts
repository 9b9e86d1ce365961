import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import type { SalesPackagePage } from '@tapfolio/contracts/sales-packages.ts';
import type { HistoryQuery } from '@tapfolio/contracts/shared.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { laterOf } from '../../lib/iso-instant.ts';
import { cutPage, readKeyset } from '../../lib/keyset.ts';
import type { Using } from '../../plugins/context.ts';
import { addFavourite, listPackagesOfFavourites } from '../favourites/favourites.service.ts';
import type { TravelReading } from '../travel/reading.ts';
import { presentSalesPackage } from './sales-packages.present.ts';
import { findSalesPackage, listSalesPackages } from './sales-packages.queries.ts';

export interface SalesPackageQuestion {
  readonly passengerId: string;
  readonly medium: OwnMedium;
  readonly query: HistoryQuery;
}

/** One page of the packages that were sold with a card. */
export async function readSalesPackagePage(
  { readDb, names }: Pick<TravelReading, 'readDb' | 'names'>,
  { passengerId, medium, query }: SalesPackageQuestion,
): Promise<SalesPackagePage> {
  const { limit, from, ...bounds } = readKeyset(query);
  const shownFrom = laterOf(from, medium.shownFrom);
  const [rows, chosen] = await Promise.all([
    listSalesPackages(readDb, { mediumId: medium.mediumId, ...bounds, from: shownFrom, rows: limit + 1 }),
    listPackagesOfFavourites(readDb, passengerId),
  ]);
  const operators = await names.operatorsOf(rows);
  const { shown, nextCursor } = cutPage(rows, { limit }, (row) => ({ at: row.sold_at, id: row.sale_id }));
  return { items: shown.map((row) => presentSalesPackage(row, operators, chosen)), nextCursor };
}

export interface PackageChoice {
  readonly passengerId: string;
  readonly medium: OwnMedium;
  readonly salesPackageId: string;
  readonly name: string;
}

/**
 * Makes a favourite of a package that was sold with this card.
 * @throws as `addFavourite`; AppError `TM0172` when it was sold with another card.
 */
export async function choosePackage(
  context: Using<'pool' | 'clock'> & { readonly travel: Pick<TravelReading, 'readDb'> },
  { medium, salesPackageId, ...choice }: PackageChoice,
): Promise<string> {
  const [sold] = await findSalesPackage(context.travel.readDb, { ...medium, saleId: salesPackageId });
  assertThat(sold !== undefined, systemCodes.salesPackage.unknown);
  return await addFavourite(context, { ...choice, sold });
}
