import type { ProductDetail } from '@tapfolio/contracts/products.ts';
import { parseFareClass, parseRoundTripType, parseUserProfile } from '@tapfolio/domain/states.ts';
import { isoInstant } from '../../lib/iso-instant.ts';
import { type BankAnswer, isReceiptAvailable, shownStatus } from '../travel/moved-money.service.ts';
import type { PaymentRow } from '../travel/payment.sql.ts';
import { presentProduct } from '../travel/product.present.ts';
import type { Operators } from '../travel/timetable-names.ts';
import type { ProductDetailRow } from './products.queries.ts';

export interface ChargedWith {
  readonly payment: PaymentRow;
  readonly bank: BankAnswer;
}

/** A product with its conditions. Values that a feed may deliver in any spelling land on ours or on none. */
export function presentProductDetail(
  row: ProductDetailRow,
  operators: Operators,
  charged: ChargedWith | undefined,
): ProductDetail {
  return {
    ...presentProduct(row, operators),
    fareClass: parseFareClass(row.fare_class) ?? null,
    roundTripType: parseRoundTripType(row.round_trip_type) ?? null,
    userProfile: parseUserProfile(row.user_profile) ?? null,
    fqCode: row.fq_code,
    bookingId: row.booking_id,
    fromTariffLocation: row.from_tariff_location,
    toTariffLocation: row.to_tariff_location,
    storedValue:
      row.stored_value_minor === null ? null : { amountMinor: row.stored_value_minor, currency: row.currency },
    srid: row.srid,
    payment: charged === undefined ? null : presentCharge(charged),
  };
}

function presentCharge({ payment, bank }: ChargedWith): ProductDetail['payment'] {
  return {
    id: payment.payment_id,
    openedAt: isoInstant(payment.opened_at),
    status: shownStatus(payment, bank),
    receiptAvailable: isReceiptAvailable(payment, bank),
  };
}
