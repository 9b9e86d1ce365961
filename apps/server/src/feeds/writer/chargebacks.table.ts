import { bigint, instant, nullable, text, uuid } from '../../lib/sql-types.ts';
import type { ChargebackRecord } from '../canonical-money.ts';
import { delivered } from './columns.ts';
import { deliveredTable } from './feed-table.ts';

const chargeback = delivered<ChargebackRecord>();

export const chargebacks = deliveredTable<ChargebackRecord>({
  name: 'chargebacks',
  identity: ['chargeback_id'],
  columns: [
    chargeback.key('medium_id', uuid, ({ mediumId }) => mediumId),
    chargeback.key('chargeback_id', uuid, ({ chargebackId }) => chargebackId),
    chargeback.content('operator_code', text, ({ operatorCode }) => operatorCode),
    chargeback.content('srid', text, ({ srid }) => srid),
    chargeback.content('amount_minor', bigint, ({ amountMinor }) => amountMinor),
    chargeback.content('currency', text, ({ currency }) => currency),
    chargeback.content('charged_back_at', instant, ({ chargedBackAt }) => chargedBackAt),
    chargeback.content('reason_code', nullable(text), ({ reasonCode }) => reasonCode),
    chargeback.content('retrieval_reference', text, ({ retrievalReference }) => retrievalReference),
  ],
});
