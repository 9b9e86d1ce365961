import { productsAsDelivered, salesPackagesAsDelivered } from '@tapfolio/contracts/as-delivered.ts';
import { channelTypes, fareClasses, productStatuses, roundTripTypes, userProfiles } from '@tapfolio/domain/states.ts';
import { bigint, instant, nullable, oneOf, text, uuid } from '../../lib/sql-types.ts';
import { asDelivered, content, deliveredTable, key, type RecordOf, silent, staged } from './feed-table.ts';

/** Products that are delivered by themselves; those that come with a trip are staged from it. */
export const products = deliveredTable({
  name: 'products',
  identity: ['medium_id', 'product_id'],
  columns: [
    key('medium_id', uuid),
    key('valid_from', instant),
    key('product_id', uuid),
    content('operator_code', text),
    content('name', text),
    ...asDelivered('content', salesPackagesAsDelivered),
    content('valid_to', instant),
    content('amount_minor', bigint),
    content('currency', text),
    content('status', oneOf(productStatuses)),
    content('fare_class', nullable(oneOf(fareClasses))),
    content('round_trip_type', nullable(oneOf(roundTripTypes))),
    content('user_profile', nullable(oneOf(userProfiles))),
    ...asDelivered('content', productsAsDelivered),
    content('stored_value_minor', nullable(bigint)),
    content('srid', nullable(text)),
    silent('updated_at', instant),
  ],
});

/** Products that belong to another card since. */
export const withdrawnProducts = deliveredTable({
  name: 'withdrawn_products',
  identity: ['medium_id', 'product_id'],
  columns: [staged('medium_id', uuid), staged('product_id', uuid)],
});

/** A ticket that comes with a trip: card, price, currency and payment are the trip's. */
export type TicketRecord = Pick<
  RecordOf<typeof products>,
  'productId' | 'name' | 'description' | 'validFrom' | 'validTo' | 'fqCode' | 'bookingId'
>;

/** Sales of packages. */
export const salesPackages = deliveredTable({
  name: 'sales_packages',
  identity: ['medium_id', 'sale_id'],
  columns: [
    key('medium_id', uuid),
    key('sold_at', instant),
    key('sale_id', uuid),
    content('operator_code', text),
    /** The package of the operator's price list, the same for every sale of it. */
    content('package_code', text),
    content('name', text),
    ...asDelivered('content', salesPackagesAsDelivered),
    content('amount_minor', bigint),
    content('currency', text),
    content('channel_type', oneOf(channelTypes)),
  ],
});
