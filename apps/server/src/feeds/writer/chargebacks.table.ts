import { bigint, instant, nullable, text, uuid } from '../../lib/sql-types.ts';
import { content, deliveredTable, key, workTable } from './feed-table.ts';

export const chargebacks = deliveredTable({
  name: 'chargebacks',
  identity: ['chargeback_id'],
  columns: [
    key('medium_id', uuid),
    key('chargeback_id', uuid),
    content('operator_code', text),
    content('srid', text),
    content('amount_minor', bigint),
    content('currency', nullable(text)),
    content('charged_back_at', instant),
    content('reason_code', nullable(text)),
    content('retrieval_reference', text),
  ],
});

/** Charges that chargebacks may be of. */
export const possibleCharges = workTable('possible_charges', {
  retrieval_reference: text,
  medium_id: uuid,
  srid: text,
  operator_code: text,
  amount_minor: bigint,
});

/** Chargebacks whose payment is looked for again, because something of their charge has changed; kept over the batches of a file. */
export const doubtfulChargebacks = workTable('doubtful_chargebacks', { medium_id: uuid, chargeback_id: uuid }, [
  'medium_id',
  'chargeback_id',
]);

/** Rows of chargebacks that belong to a payment of another card now. */
export const leftChargebacks = workTable('left_chargebacks', { medium_id: uuid, chargeback_id: uuid });
