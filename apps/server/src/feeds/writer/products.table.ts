import { bigint, instant, nullable, text, uuid } from '../../lib/sql-types.ts';
import type { ProductRecord } from '../canonical.ts';
import { delivered } from './columns.ts';
import { deliveredTable } from './feed-table.ts';

const product = delivered<ProductRecord>();

/** Products that are delivered by themselves; those that come with a trip are staged from it. */
export const products = deliveredTable<ProductRecord>({
  name: 'products',
  identity: ['medium_id', 'product_id'],
  columns: [
    product.key('medium_id', uuid, ({ mediumId }) => mediumId),
    product.key('valid_from', instant, ({ validFrom }) => validFrom),
    product.key('product_id', uuid, ({ productId }) => productId),
    product.content('operator_code', text, ({ operatorCode }) => operatorCode),
    product.content('name', text, ({ name }) => name),
    product.content('description', nullable(text), ({ description }) => description),
    product.content('valid_to', instant, ({ validTo }) => validTo),
    product.content('amount_minor', bigint, ({ amountMinor }) => amountMinor),
    product.content('currency', text, ({ currency }) => currency),
    product.content('status', text, ({ status }) => status),
    product.content('fare_class', nullable(text), ({ fareClass }) => fareClass),
    product.content('round_trip_type', nullable(text), ({ roundTripType }) => roundTripType),
    product.content('user_profile', nullable(text), ({ userProfile }) => userProfile),
    product.content('fq_code', nullable(text), ({ fqCode }) => fqCode),
    product.content('booking_id', nullable(text), ({ bookingId }) => bookingId),
    product.content('from_tariff_location', nullable(text), ({ fromTariffLocation }) => fromTariffLocation),
    product.content('to_tariff_location', nullable(text), ({ toTariffLocation }) => toTariffLocation),
    product.content('stored_value_minor', nullable(bigint), ({ storedValueMinor }) => storedValueMinor),
    product.content('srid', nullable(text), ({ srid }) => srid),
    product.silent('updated_at', instant, ({ updatedAt }) => updatedAt),
  ],
});
