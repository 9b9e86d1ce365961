import { isoUtc, moneyJson } from '../../lib/sql-json.ts';
import { timeZone } from './trip.sql.ts';

/** The status of a product as it is shown. Nobody delivers that a ticket has run out, so time tells. */
export function productStatus(row: string): string {
  return `case when ${row}.status = 'active' and ${row}.valid_to <= now() then 'expired' else ${row}.status end`;
}

/** How a product looks in JSON: the select list of the contract's `productSummary`. */
export function productColumns(row: string): string {
  return `${row}.product_id as id,
    ${row}.name,
    ${row}.description,
    ${isoUtc(`${row}.valid_from`)} as "validFrom",
    ${isoUtc(`${row}.valid_to`)} as "validTo",
    ${timeZone(row)} as "timeZone",
    ${moneyJson(`${row}.amount_minor`, `${row}.currency`)} as amount,
    ${productStatus(row)} as status`;
}
