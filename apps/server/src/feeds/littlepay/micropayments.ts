import type { Entity } from '../delimited-format.ts';
import type { RowContext } from '../row-context.ts';
import { BadRow, decimalAmountMinor, instant, longest, optionalCurrency, required, text } from '../text/values.ts';
import { columnsOf, isYes, keyOf, optionalKey, word } from './columns.ts';
import { type MicropaymentContent, pieceKinds } from './contents.ts';

const names = {
  participant: ['participant_id'],
  id: ['micropayment_id'],
  aggregation: ['aggregation_id'],
  card: ['funding_source_id', 'funding_source_vault_id'],
  amount: ['charge_amount'],
  full: ['nominal_amount'],
  currency: ['currency_code'],
  type: ['type'],
  chargeType: ['charge_type'],
  status: ['status'],
  at: ['transaction_time'],
  updatedAt: ['record_updated_timestamp_utc'],
} as const;

const reader: Entity['reader'] = (header, context) => {
  const column = columnsOf(header, names);
  return (fields, line, chunk) => {
    const participant = column(fields, 'participant');
    const [id, aggregationId] = [column(fields, 'id'), column(fields, 'aggregation')];
    const key = keyOf(context, { noun: 'micropayment', participant, id });
    const currency = optionalCurrency(column(fields, 'currency')) ?? context.operator(participant).currency;
    const charge = decimalAmountMinor(column(fields, 'amount'), 'charge_amount', currency);
    const at = instant(column(fields, 'at'), 'transaction_time', context.years);
    const updatedAt = instant(column(fields, 'updatedAt'), 'record_updated_timestamp_utc', context.years);
    const content: MicropaymentContent = {
      participant,
      micropaymentId: id ?? '',
      aggregationId: text(aggregationId, 'aggregation_id', longest.id) ?? '',
      mediumId: context.mediumId(required(column(fields, 'card'), 'funding_source_id')),
      // A credit is negative, whatever sign the file writes.
      chargeMinor: word(column(fields, 'type')) === 'CREDIT' ? 0 - Math.abs(charge) : charge,
      fullMinor: fullMinor(column(fields, 'full'), currency, context),
      currency,
      chargeType: word(column(fields, 'chargeType')) ?? '',
      status: word(column(fields, 'status')),
      at,
      updatedAt,
    };
    chunk.pieces.push({
      line,
      pieceId: key,
      kind: pieceKinds.micropayment,
      about: keyOf(context, { noun: 'aggregation', participant, id: aggregationId }),
      beside: key,
      seeks: null,
      // Version 1 writes a variable fare once for each tap: the later one counts.
      rank: updatedAt ?? at,
      content,
    });
  };
};

/** A fare without a readable full price is imported without that price, because the fare itself is more important. */
function fullMinor(amount: string | null, currency: string, context: RowContext): number | null {
  if (amount === null) return null;
  try {
    return decimalAmountMinor(amount, 'nominal_amount', currency);
  } catch (error) {
    if (!(error instanceof BadRow)) throw error;
    context.note('nominal_amount is no amount of its currency; the fare counts without it');
    return null;
  }
}

const needed = ['micropayment_id', 'aggregation_id', 'charge_amount', 'charge_type'];

/** `micropayments`: the fare of a trip, or a credit. */
export const micropayments: readonly Entity[] = [
  { name: 'micropayments', kind: 'pieces', required: [...needed, 'funding_source_id'], reader },
  { name: 'micropayments', kind: 'pieces', required: [...needed, 'funding_source_vault_id'], reader },
];

/** `micropayment-adjustments`: the caps and discounts that a fare qualified for. */
export const micropaymentAdjustments: Entity = {
  name: 'adjustments of micropayments',
  kind: 'pieces',
  required: ['micropayment_id', 'adjustment_id', 'applied'],
  reader: (header, context) => {
    const column = columnsOf(header, {
      participant: ['participant_id'],
      micropayment: ['micropayment_id'],
      id: ['adjustment_id'],
      product: ['product_id'],
      type: ['type'],
      description: ['description'],
      applied: ['applied'],
    });
    return (fields, line, chunk) => {
      const participant = column(fields, 'participant');
      const about = keyOf(context, { noun: 'micropayment', participant, id: column(fields, 'micropayment') });
      const adjustment = keyOf(context, { noun: 'adjustment', participant, id: column(fields, 'id') });
      chunk.pieces.push({
        line,
        // One cap applies to many fares, so its id alone does not identify this row.
        pieceId: keyOf(context, { noun: 'adjustment of fare', participant: null, id: `${about} ${adjustment}` }),
        kind: pieceKinds.adjustment,
        about,
        beside: null,
        seeks: optionalKey(context, { noun: 'product', participant, id: column(fields, 'product') }),
        rank: null,
        content: {
          isApplied: isYes(column(fields, 'applied')),
          type: word(column(fields, 'type')),
          description: text(column(fields, 'description'), 'description', longest.name),
        },
      });
    };
  },
};
