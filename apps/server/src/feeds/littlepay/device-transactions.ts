import type { Entity } from '../delimited-format.ts';
import { instant, lineText, longest, requiredInstant, text } from '../text/values.ts';
import { columnsOf, isYes, keyOf, optionalKey, word } from './columns.ts';
import { pieceKinds, type TapContent } from './contents.ts';

const names = {
  participant: ['participant_id'],
  customer: ['customer_id'],
  card: ['funding_source_id'],
  id: ['littlepay_transaction_id'],
  at: ['transaction_timestamp_utc', 'transaction_date_time_utc'],
  receivedAt: ['processed_timestamp_utc'],
  type: ['type'],
  outcome: ['transaction_outcome'],
  deviceId: ['device_id'],
  locationId: ['location_id'],
  locationName: ['location_name'],
  routeId: ['route_id'],
  mode: ['mode'],
} as const;

const reader: Entity['reader'] = (header, context) => {
  const column = columnsOf(header, names);
  return (fields, line, chunk) => {
    const participant = column(fields, 'participant');
    const id = column(fields, 'id');
    const key = keyOf(context, { noun: 'tap', participant, id });
    const card = column(fields, 'card');
    const content: TapContent = {
      participant,
      tapId: context.id('tap', participant, id ?? ''),
      mediumId: card === null ? null : context.mediumId(card),
      at: requiredInstant(column(fields, 'at'), 'transaction_timestamp_utc', context.years),
      receivedAt: instant(column(fields, 'receivedAt'), 'processed_timestamp_utc', context.years),
      type: word(column(fields, 'type')),
      isRefused: word(column(fields, 'outcome')) === 'DENY',
      deviceId: text(column(fields, 'deviceId'), 'device_id', longest.id),
      locationId: text(column(fields, 'locationId'), 'location_id', longest.id),
      locationName: text(column(fields, 'locationName'), 'location_name', longest.name),
      routeId: lineText(column(fields, 'routeId'), 'route_id', longest.id),
      mode: word(column(fields, 'mode')),
    };
    // Version 1 names no card: the tap's micropayment does, or what is known of its customer.
    const seeks =
      card === null ? optionalKey(context, { noun: 'customer', participant, id: column(fields, 'customer') }) : null;
    chunk.pieces.push({
      line,
      pieceId: key,
      kind: pieceKinds.tap,
      about: key,
      beside: null,
      seeks,
      rank: null,
      content,
    });
  };
};

const required = ['littlepay_transaction_id', 'device_id', 'transaction_outcome', 'type'];

/** `device-transactions`: a card held to a reader. */
export const deviceTransactions: readonly Entity[] = [
  { name: 'device transactions', kind: 'pieces', required: [...required, 'transaction_timestamp_utc'], reader },
  { name: 'device transactions', kind: 'pieces', required: [...required, 'transaction_date_time_utc'], reader },
];

/** `terminal-device-transactions`: what the reader thought of the card. */
export const terminalDeviceTransactions: Entity = {
  name: 'terminal device transactions',
  kind: 'pieces',
  required: ['littlepay_transaction_id', 'terminal_denied'],
  reader: (header, context) => {
    const column = columnsOf(header, {
      participant: ['participant_id'],
      id: ['littlepay_transaction_id'],
      denied: ['terminal_denied'],
    });
    return (fields, line, chunk) => {
      const tap = { noun: 'tap', participant: column(fields, 'participant'), id: column(fields, 'id') };
      const about = keyOf(context, tap);
      const pieceId = keyOf(context, { ...tap, noun: 'terminal' });
      const content = { isDenied: isYes(column(fields, 'denied')) };
      chunk.pieces.push({
        line,
        pieceId,
        kind: pieceKinds.terminal,
        about,
        beside: null,
        seeks: null,
        rank: null,
        content,
      });
    };
  },
};

/** `micropayment-device-transactions`: which taps a fare is for. */
export const micropaymentDeviceTransactions: Entity = {
  name: 'links between micropayments and taps',
  kind: 'pieces',
  required: ['littlepay_transaction_id', 'micropayment_id'],
  reader: (header, context) => {
    const column = columnsOf(header, {
      participant: ['participant_id'],
      tap: ['littlepay_transaction_id'],
      micropayment: ['micropayment_id'],
    });
    return (fields, line, chunk) => {
      const participant = column(fields, 'participant');
      const about = keyOf(context, { noun: 'micropayment', participant, id: column(fields, 'micropayment') });
      const beside = keyOf(context, { noun: 'tap', participant, id: column(fields, 'tap') });
      const pieceId = keyOf(context, { noun: 'link', participant: null, id: `${about} ${beside}` });
      chunk.pieces.push({ line, pieceId, kind: pieceKinds.link, about, beside, seeks: null, rank: null, content: {} });
    };
  },
};

/** `device-transaction-purchases`: what was bought with a tap. */
export const deviceTransactionPurchases: Entity = {
  name: 'purchases',
  kind: 'pieces',
  required: ['littlepay_transaction_id', 'purchase_id', 'product_id'],
  reader: (header, context) => {
    const column = columnsOf(header, {
      participant: ['participant_id'],
      tap: ['littlepay_transaction_id'],
      id: ['purchase_id'],
      product: ['product_id'],
      description: ['description'],
      amount: ['indicative_amount'],
      at: ['transaction_timestamp_utc', 'transaction_time'],
    });
    return (fields, line, chunk) => {
      const participant = column(fields, 'participant');
      const id = column(fields, 'id');
      const about = keyOf(context, { noun: 'tap', participant, id: column(fields, 'tap') });
      const purchase = keyOf(context, { noun: 'purchase', participant, id });
      const product = column(fields, 'product');
      const content = {
        participant,
        purchaseId: id,
        product: text(product, 'product_id', longest.id),
        description: text(column(fields, 'description'), 'description', longest.name),
        amount: column(fields, 'amount')?.slice(0, 30) ?? null,
        at: instant(column(fields, 'at'), 'transaction_timestamp_utc', context.years),
      };
      chunk.pieces.push({
        line,
        pieceId: keyOf(context, { noun: 'purchase of tap', participant: null, id: `${about} ${purchase}` }),
        kind: pieceKinds.purchase,
        about,
        beside: null,
        seeks: optionalKey(context, { noun: 'product', participant, id: product }),
        rank: null,
        content,
      });
    };
  },
};
