import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import type { FavouriteList } from '@tapfolio/contracts/favourites.ts';
import { looksLikePan } from '@tapfolio/domain/luhn.ts';
import { lockOpenAccount } from '../../gate/account.queries.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { type ConstraintCodes, refuseByConstraint } from '../../lib/constraints.ts';
import { newUuid } from '../../lib/ids.ts';
import { isoInstant } from '../../lib/iso-instant.ts';
import { type Db, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import * as favourites from './favourites.queries.ts';

const favouriteConstraints: ConstraintCodes = {
  favourites__package: 'favourite_already_chosen',
};

/** A package of an operator's price list. */
export interface PackageKey {
  readonly operator_code: string;
  readonly package_code: string;
}

/** A package as it was sold. */
export interface SoldPackage extends PackageKey {
  readonly name: string;
  /** Sold within the last four weeks. */
  readonly is_recent: boolean;
}

/** The packages that are a passenger's favourites. */
export interface ChosenPackages {
  has(sold: PackageKey): boolean;
}

/** A passenger's favourites in the order of their places (FAV-01). */
export async function readFavourites(readDb: Db, passengerId: string): Promise<FavouriteList> {
  const rows = await favourites.listFavourites(readDb, { passengerId });
  return {
    items: rows.map((row) => ({
      id: row.favourite_id,
      name: row.name,
      packageName: row.package_name,
      addedAt: isoInstant(row.added_at),
    })),
  };
}

/** Which packages a passenger has chosen. */
export async function listPackagesOfFavourites(readDb: Db, passengerId: string): Promise<ChosenPackages> {
  const keyOf = ({ operator_code, package_code }: PackageKey) => JSON.stringify([operator_code, package_code]);
  const keys = new Set((await favourites.listFavourites(readDb, { passengerId })).map(keyOf));
  return { has: (sold) => keys.has(keyOf(sold)) };
}

export interface FavouriteRequest {
  readonly passengerId: string;
  readonly sold: SoldPackage;
  readonly name: string;
}

/**
 * Chooses a package that was sold in the last four weeks, and gives the id of the favourite (FAV-02, FAV-03).
 * @throws AppError `sales_package_too_old`, `favourite_already_chosen`, `favourite_limit_reached`, `card_name_is_card_number`;
 *   `unauthenticated` when the account was closed.
 */
export async function addFavourite(
  { pool, clock }: Using<'pool' | 'clock'>,
  { passengerId, sold, name }: FavouriteRequest,
): Promise<string> {
  assertThat(!looksLikePan(name), 'card_name_is_card_number');
  assertThat(sold.is_recent, 'sales_package_too_old');
  const { operator_code: operatorCode, package_code: packageCode, name: packageName } = sold;
  const favouriteId = newUuid(clock.now().getTime());
  const row = { passengerId, favouriteId, operatorCode, packageCode, packageName, name };
  return await refuseByConstraint(favouriteConstraints, () =>
    transaction(pool, async (tx) => {
      // Parallel choices take turns, so that none of them fails at a place that another is taking.
      assertThat(await lockOpenAccount(tx, passengerId), 'unauthenticated');
      const [added] = await favourites.insertFavourite(tx, row);
      if (added !== undefined) return added.favourite_id;
      // Without a free place nothing was inserted, so no constraint has checked the package.
      const chosen = await listPackagesOfFavourites(tx, passengerId);
      throw new AppError(chosen.has(sold) ? 'favourite_already_chosen' : 'favourite_limit_reached');
    }),
  );
}

/**
 * Gives a favourite another name.
 * @throws AppError `TM0176`, `card_name_is_card_number`.
 */
export async function renameFavourite(
  { pool }: Using<'pool'>,
  { passengerId, favouriteId, name }: { passengerId: string; favouriteId: string; name: string },
): Promise<void> {
  assertThat(!looksLikePan(name), 'card_name_is_card_number');
  const [renamed] = await favourites.updateFavouriteName(pool, { passengerId, favouriteId, name });
  assertThat(renamed !== undefined, systemCodes.favourite.unknown);
}

/**
 * Removes a favourite; what was bought stays where it is.
 * @throws AppError `TM0176`.
 */
export async function removeFavourite(
  { pool }: Using<'pool'>,
  { passengerId, favouriteId }: { passengerId: string; favouriteId: string },
): Promise<void> {
  const [removed] = await favourites.deleteFavourite(pool, { passengerId, favouriteId });
  assertThat(removed !== undefined, systemCodes.favourite.unknown);
}
