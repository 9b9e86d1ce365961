import { salesPackagesAsDelivered } from '@tapfolio/contracts/as-delivered.ts';
import { favouriteDays } from '@tapfolio/domain/favourite-rules.ts';
import { channelTypes } from '@tapfolio/domain/states.ts';
import { sqlTypesOf } from '../../lib/as-delivered.ts';
import { selectList, statement } from '../../lib/sql.ts';
import { bigint, boolean, character, instant, notNull, oneOf, type RowOf, text, uuid } from '../../lib/sql-types.ts';
import { type History, historyPage, pageValues } from '../travel/history.sql.ts';
import { serviceDay } from '../travel/service-day.sql.ts';

const salesPackages: History = { table: 'sales_packages', time: 'sold_at', id: 'sale_id' };

/** Sold in the operator's days of the last four weeks, today included. */
const isRecent = `sold_at >= (
      select (${serviceDay({ at: 'now()', timeZone: 'time_zone', dayCut: 'day_cut' })} - ${favouriteDays} + day_cut) at time zone time_zone
      from operators
      where operators.operator_code = sales_packages.operator_code
    )`;

const columns = {
  sale_id: uuid,
  sold_at: instant,
  operator_code: text,
  package_code: text,
  name: text,
  ...sqlTypesOf(salesPackagesAsDelivered),
  amount_minor: bigint,
  currency: character,
  channel_type: oneOf(channelTypes),
  is_recent: notNull(boolean, 'travel names no operator that is not stored'),
};

export type SalesPackageRow = RowOf<typeof columns>;

const list = selectList(columns, { is_recent: isRecent });

export const listSalesPackages = statement({
  name: 'salesPackages.list',
  values: pageValues,
  row: columns,
  text: historyPage(salesPackages, list),
});

export const findSalesPackage = statement({
  name: 'salesPackages.find',
  values: { mediumId: uuid, saleId: uuid, shownFrom: instant },
  row: columns,
  text: `select ${list}
  from sales_packages
  where medium_id = $mediumId and sale_id = $saleId and sold_at >= $shownFrom`,
});
