import { productsAsDelivered } from '@tapfolio/contracts/as-delivered.ts';
import type { ProductDetail } from '@tapfolio/contracts/products.ts';
import { parseFareClass, parseRoundTripType, parseUserProfile } from '@tapfolio/domain/states.ts';
import { presenterOf } from '../../lib/as-delivered.ts';
import { presentChargedPayment } from '../travel/payment.present.ts';
import type { ChargedPayment } from '../travel/payment-facts.service.ts';
import { presentProduct } from '../travel/product.present.ts';
import type { Operators } from '../travel/timetable-names.ts';
import type { ProductDetailRow } from './products.queries.ts';

const presentAsDelivered = presenterOf(productsAsDelivered);

/** A product with its conditions. Values that a feed may deliver in any spelling land on ours or on none. */
export function presentProductDetail(
  row: ProductDetailRow,
  operators: Operators,
  charged: ChargedPayment | undefined,
): ProductDetail {
  return {
    ...presentProduct(row, operators),
    fareClass: parseFareClass(row.fare_class) ?? null,
    roundTripType: parseRoundTripType(row.round_trip_type) ?? null,
    userProfile: parseUserProfile(row.user_profile) ?? null,
    ...presentAsDelivered(row),
    storedValue:
      row.stored_value_minor === null ? null : { amountMinor: row.stored_value_minor, currency: row.currency },
    srid: row.srid,
    payment: presentChargedPayment(charged),
  };
}
