import { salesPackagesAsDelivered } from '@tapfolio/contracts/as-delivered.ts';
import { channelTypes } from '@tapfolio/domain/states.ts';
import { bigint, instant, oneOf, text, uuid } from '../../lib/sql-types.ts';
import { asDelivered, content, deliveredTable, key } from './feed-table.ts';

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
