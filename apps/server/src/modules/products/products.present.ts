import type { ProductDetail, ProductSummary } from '@tapfolio/contracts/products.ts';
import type { MoneyDto } from '@tapfolio/contracts/shared.ts';
import { parseFareClass, parseRoundTripType, parseUserProfile } from '@tapfolio/domain/states.ts';
import type { ProductRow } from './products.queries.ts';

/** Values that a feed may deliver in any spelling land on ours or on none. */
export function presentProduct(row: ProductRow): ProductDetail {
  return {
    // The statement wrote both texts in the contract's shape; the route's tests read them with its schema.
    ...(JSON.parse(row.summary) as ProductSummary),
    fareClass: parseFareClass(row.fare_class) ?? null,
    roundTripType: parseRoundTripType(row.round_trip_type) ?? null,
    userProfile: parseUserProfile(row.user_profile) ?? null,
    fqCode: row.fq_code,
    bookingId: row.booking_id,
    fromTariffLocation: row.from_tariff_location,
    toTariffLocation: row.to_tariff_location,
    storedValue: row.stored_value === null ? null : (JSON.parse(row.stored_value) as MoneyDto),
    srid: row.srid,
    payment: row.payment === null ? null : (JSON.parse(row.payment) as ProductDetail['payment']),
  };
}
