import type { ChannelType } from '@tapfolio/domain/states.ts';
import { hashedUuid } from '@tapfolio/server/src/lib/hashing.ts';
import { addDays, dayCutMinutes, instantOf } from '../city/calendar.ts';
import { currency } from '../city/currency.ts';
import type { FeedRow } from './enghouse-files.ts';
import type { Medium } from './media.ts';

/** What one can buy beside the fares of the rides. */
interface Package {
  code: string;
  name: string;
  description: string;
  amountMinor: number;
  /** How many days the product is valid that comes with it. */
  days: number;
  /** What the screens show of that product. */
  conditions: FeedRow;
}

/** The price list of the invented city. */
const priceList = {
  tenRides: {
    code: 'TEN-ADULT',
    name: 'Ten rides, adult',
    description: 'Ten single fares, good for 90 days',
    amountMinor: 3150,
    days: 90,
    conditions: {
      fare_class: 'second',
      round_trip_type: 'single',
      user_profile: 'adult',
      from_tariff_location: 'Zone A',
      to_tariff_location: 'Zone B',
      stored_value: 1890,
    },
  },
  bicycleMonth: {
    code: 'MONTH-BIKE',
    name: 'Bicycle month',
    description: 'A bicycle on every line for 30 days',
    amountMinor: 1900,
    days: 30,
    conditions: {
      fare_class: 'second',
      user_profile: 'velo',
      from_tariff_location: 'Zone A',
      to_tariff_location: 'Zone C',
    },
  },
  lakeReturn: {
    code: 'RET-LAKE-HALF',
    name: 'Lakeshore return, half price',
    description: 'There and back within a day, with the half-price card',
    amountMinor: 820,
    days: 1,
    conditions: {
      fare_class: 'first',
      round_trip_type: 'return',
      user_profile: 'halbtax',
      from_tariff_location: 'City Hall',
      to_tariff_location: 'Lakeshore Village',
      status: 'used',
    },
  },
} as const satisfies Record<string, Package>;

/** A package that somebody bought on a day of travel; it is charged with that day. */
export interface Purchase {
  item: keyof typeof priceList;
  channel: ChannelType;
}

/** What the purchases of a day cost, in cents. */
export function priceOf(purchases: readonly Purchase[]): number {
  return purchases.reduce((sum, { item }) => sum + priceList[item].amountMinor, 0);
}

export interface Sale {
  medium: Medium;
  day: string;
  /** The reference on the statement that the day is charged under. */
  srid: string;
}

/** The rows that tell of one purchase: the product that can be used, and the sale of the package. */
export function rowsOf({ item, channel }: Purchase, { medium, day, srid }: Sale): { product: FeedRow; sale: FeedRow } {
  const sold: Package = priceList[item];
  const at = instantOf(day, dayCutMinutes) + 90 * 60_000;
  const common = {
    token: medium.token,
    operator_id: '1',
    name: sold.name,
    description: sold.description,
    amount: sold.amountMinor,
    currency,
  };
  const id = (noun: string) => hashedUuid(`${noun} ${sold.code} ${medium.token} ${day}`);
  return {
    product: {
      ...common,
      product_id: id('product'),
      valid_from: new Date(at).toISOString(),
      valid_to: new Date(instantOf(addDays(day, sold.days), dayCutMinutes)).toISOString(),
      status: 'active',
      fq_code: sold.code,
      booking_id: `PL-${id('booking').slice(0, 8).toUpperCase()}`,
      payment_reference: srid,
      updated_at: new Date(at).toISOString(),
      ...sold.conditions,
    },
    sale: {
      ...common,
      sale_id: id('sale'),
      package_code: sold.code,
      sold_at: new Date(at).toISOString(),
      channel_type: channel,
    },
  };
}
