import type { MediumType } from '@tapfolio/domain/states.ts';
import type { Entity } from '../delimited-format.ts';
import { lastFourOf, longest, required, text } from '../text/values.ts';
import { columnsOf, optionalKey, word } from './columns.ts';
import { pieceKinds } from './contents.ts';

/** Wallets are named by what they are in, in words of the sender: `physical`, `Apple phone`, `wearable`. */
function mediumTypeOf(formFactor: string | null): MediumType | null {
  const words = formFactor?.toLowerCase() ?? '';
  if (/watch|wearable/.test(words)) return 'watch';
  if (/phone|mobile|tablet/.test(words)) return 'phone';
  return /physical|plastic|card/.test(words) ? 'plastic' : null;
}

const reader: Entity['reader'] = (header, context) => {
  const column = columnsOf(header, {
    participant: ['participant_id'],
    customer: ['customer_id'],
    // In version 1 `funding_source_id` is the number of this row; the card is its vault's.
    card: header.at('funding_source_vault_id') === -1 ? ['funding_source_id'] : ['funding_source_vault_id'],
    maskedPan: ['masked_pan'],
    scheme: ['card_scheme'],
    formFactor: ['form_factor'],
  });
  return (fields, line, chunk) => {
    const participant = column(fields, 'participant');
    const mediumId = context.mediumId(required(column(fields, 'card'), 'funding_source_id'));
    chunk.cards.push({
      line,
      mediumId,
      operatorCode: context.operator(participant).code,
      scheme: word(text(column(fields, 'scheme'), 'card_scheme', longest.id)),
      lastFour: lastFourOf(column(fields, 'maskedPan')),
      mediumType: mediumTypeOf(column(fields, 'formFactor')),
    });
    const customer = optionalKey(context, { noun: 'customer', participant, id: column(fields, 'customer') });
    if (customer === null) return;
    chunk.pieces.push({
      line,
      pieceId:
        optionalKey(context, { noun: 'card of customer', participant: null, id: `${customer} ${mediumId}` }) ?? '',
      kind: pieceKinds.customer,
      about: customer,
      beside: null,
      seeks: null,
      rank: null,
      content: { mediumId },
    });
  };
};

/** `customer-funding-sources`: cards. */
export const customerFundingSources: readonly Entity[] = [
  { name: 'cards', kind: 'pieces', required: ['funding_source_vault_id', 'customer_id', 'masked_pan'], reader },
  { name: 'cards', kind: 'pieces', required: ['funding_source_id', 'customer_id', 'masked_pan'], reader },
];

/** `products`: the definitions of caps, discounts and tickets; no purchases. */
export const products: Entity = {
  name: 'products',
  kind: 'pieces',
  required: ['product_id', 'product_code', 'product_type'],
  reader: (header, context) => {
    const product = columnsOf(header, {
      participant: ['participant_id'],
      id: ['product_id'],
      code: ['product_code'],
      description: ['product_description'],
      days: ['number_of_days_in_cap_window'],
    });
    return (fields, line, chunk) => {
      const named = { noun: 'product', participant: product(fields, 'participant'), id: product(fields, 'id') };
      const about = required(optionalKey(context, named), 'product_id');
      const days = product(fields, 'days');
      const content = {
        code: text(product(fields, 'code'), 'product_code', longest.id),
        description: text(product(fields, 'description'), 'product_description', longest.name),
        days: days !== null && /^[1-9]\d{0,2}$/.test(days) ? Number(days) : null,
      };
      chunk.pieces.push({
        line,
        pieceId: about,
        kind: pieceKinds.product,
        about,
        beside: null,
        seeks: null,
        rank: null,
        content,
      });
    };
  },
};
