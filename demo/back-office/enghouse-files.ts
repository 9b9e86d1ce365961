import path from 'node:path';
import { replaceFile } from '../../scripts/files/replace-file.ts';

/**
 * The four files of an Enghouse delivery, with their columns in the order of a real export (`form_factor` is ours), the two of
 * what is sold beside the fares, and the one of lost cards.
 */
const columns = {
  tap: [
    ...['tap_id', 'mapping_terminal_id', 'mapping_merchant_id', 'terminal', 'token', 'masked_pan', 'expiry'],
    ...['server_date', 'terminal_date', 'tx_number', 'tx_status', 'payment_reference', 'operator_id'],
    ...['terminal_spdh_code', 'denylist_version', 'transit_data', 'currency', 'par', 'fare_mode', 'fare_type'],
    ...['fare_value', 'fare_description', 'fare_linked_id', 'gps_longitude', 'gps_latitude', 'gps_altitude'],
    ...['vehicle_public_number', 'vehicle_name', 'stop_id', 'stop_name', 'platform_id', 'platform_name', 'zone_id'],
    ...['zone_name', 'line_public_number', 'line_name', 'line_direction', 'trip_public_number', 'trip_name'],
    ...['service_public_number', 'service_name', 'driver_id', 'form_factor'],
  ],
  tr: [
    ...['id', 'ticket_id', 'station_name', 'amount', 'clearing_id', 'operator_id', 'reason', 'tap_id', 'ticket_type'],
    ...['created_dttm', 'line', 'start_station', 'end_station', 'start_dttm', 'end_dttm', 'ticket_code'],
    ...['additional_infos'],
  ],
  tx: [
    ...['id', 'operation', 'terminal_id', 'mapping_terminal_id', 'mapping_merchant_id', 'timestamp', 'amount'],
    ...['payment_reference', 'spdh_response', 'response_type', 'response_message', 'token', 'issuer_response'],
    ...['core_response', 'rrn', 'authorization_code', 'par', 'brand', 'operatorid'],
  ],
  pw: [
    ...['id', 'token', 'amount_settled', 'amount_to_settle', 'debt_settled', 'stage', 'payment_reference'],
    ...['terminal_id', 'open_date', 'close_date', 'operator_id'],
  ],
  products: [
    ...['product_id', 'token', 'operator_id', 'name', 'description', 'valid_from', 'valid_to', 'amount', 'currency'],
    ...['status', 'fare_class', 'round_trip_type', 'user_profile', 'fq_code', 'booking_id', 'from_tariff_location'],
    ...['to_tariff_location', 'stored_value', 'payment_reference', 'updated_at'],
  ],
  sales: [
    ...['sale_id', 'token', 'operator_id', 'package_code', 'name', 'description', 'sold_at', 'amount', 'currency'],
    ...['channel_type'],
  ],
  cards: ['token', 'operator_id', 'card_status', 'successor_token'],
};

export type Entity = keyof typeof columns;
export const entities: Entity[] = ['tap', 'tr', 'tx', 'pw', 'products', 'sales', 'cards'];

const fileNames: Record<Entity, string> = {
  tap: 'PLT_TAPtaps',
  tr: 'PLT_TRticketresults',
  tx: 'PLT_TXtransactions',
  pw: 'PLT_PWpaywindows',
  products: 'PLT_products',
  sales: 'PLT_sales',
  cards: 'PLT_cards',
};

/** One row; a column that is not named stays empty. */
export type FeedRow = Record<string, string | number>;
export type Delivery = Record<Entity, FeedRow[]>;

export const emptyDelivery = (): Delivery => ({ tap: [], tr: [], tx: [], pw: [], products: [], sales: [], cards: [] });

/** Adds the rows of one delivery behind those of another. */
export function append(target: Delivery, more: Delivery): void {
  for (const entity of entities) target[entity].push(...more[entity]);
}

/**
 * Lays a delivery into a folder the way the back office does: `tap/PLT_TAPtaps-<stamp>.csv` and so on. Empty files are left out.
 */
export function writeDelivery(directory: string, stamp: string, delivery: Delivery): void {
  for (const entity of entities) {
    if (delivery[entity].length === 0) continue;
    const file = path.join(directory, entity, `${fileNames[entity]}-${stamp}.csv`);
    replaceFile(file, toCsv(columns[entity], delivery[entity]));
  }
}

function toCsv(names: string[], rows: FeedRow[]): string {
  const lines = rows.map((row) => names.map((name) => row[name] ?? '').join(';'));
  return `${[names.join(';'), ...lines].join('\n')}\n`;
}

/** Date and time of the export, as they end the file name. */
export function stampOf(now: number): string {
  return new Date(now).toISOString().slice(0, 19).replaceAll(':', '');
}
