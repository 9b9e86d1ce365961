import { bigint, instant, nullable, text, uuid } from '../../lib/sql-types.ts';
import type { SalesPackageRecord } from '../canonical.ts';
import { delivered } from './columns.ts';
import { deliveredTable } from './feed-table.ts';

const sale = delivered<SalesPackageRecord>();

/** Sales of packages. */
export const salesPackages = deliveredTable<SalesPackageRecord>({
  name: 'sales_packages',
  identity: ['medium_id', 'sale_id'],
  columns: [
    sale.key('medium_id', uuid, ({ mediumId }) => mediumId),
    sale.key('sold_at', instant, ({ soldAt }) => soldAt),
    sale.key('sale_id', uuid, ({ saleId }) => saleId),
    sale.content('operator_code', text, ({ operatorCode }) => operatorCode),
    sale.content('package_code', text, ({ packageCode }) => packageCode),
    sale.content('name', text, ({ name }) => name),
    sale.content('description', nullable(text), ({ description }) => description),
    sale.content('amount_minor', bigint, ({ amountMinor }) => amountMinor),
    sale.content('currency', text, ({ currency }) => currency),
    sale.content('channel_type', text, ({ channelType }) => channelType),
  ],
});
