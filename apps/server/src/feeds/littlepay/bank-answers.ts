import type { Entity } from '../delimited-format.ts';
import { bankReference } from '../text/bank-reference.ts';
import {
  decimalAmountMinor,
  instant,
  longest,
  optionalCurrency,
  required,
  requiredInstant,
  text,
} from '../text/values.ts';
import { columnsOf, keyOf, optionalKey, referenceKey, word } from './columns.ts';
import { type AuthorisationContent, pieceKinds, type RefundContent, type SettlementContent } from './contents.ts';

const authorisationColumns = {
  participant: ['participant_id'],
  aggregation: ['aggregation_id'],
  request: ['request_type'],
  amount: ['amount', 'transaction_amount'],
  currency: ['currency_code'],
  rrn: ['retrieval_reference_number'],
  reference: ['littlepay_reference_number'],
  responseCode: ['response_code'],
  status: ['status'],
  at: ['authorisation_timestamp_utc', 'authorisation_date_time_utc'],
};

const readAuthorisation: Entity['reader'] = (header, context) => {
  const column = columnsOf(header, authorisationColumns);
  return (fields, line, chunk) => {
    const participant = column(fields, 'participant');
    const aggregationId = text(column(fields, 'aggregation'), 'aggregation_id', longest.id);
    const about = keyOf(context, { noun: 'aggregation', participant, id: aggregationId });
    const currency = optionalCurrency(column(fields, 'currency')) ?? context.operator(participant).currency;
    const rrn = bankReference(column(fields, 'rrn'), 'retrieval_reference_number');
    const at = requiredInstant(column(fields, 'at'), 'authorisation_timestamp_utc', context.years);
    const request = required(word(column(fields, 'request')), 'request_type');
    const content: AuthorisationContent = {
      participant,
      aggregationId: aggregationId ?? '',
      request,
      amountMinor: Math.abs(decimalAmountMinor(column(fields, 'amount') ?? '0', 'amount', currency)),
      currency,
      rrn,
      reference: text(column(fields, 'reference'), 'littlepay_reference_number', longest.reference),
      responseCode: text(column(fields, 'responseCode'), 'response_code', longest.id),
      status: word(column(fields, 'status')),
      at,
    };
    chunk.pieces.push({
      line,
      // It has no id, and two answers with one time may be two copies or two answers.
      pieceId: keyOf(context, {
        noun: 'authorisation',
        participant: null,
        id: `${about} ${Date.parse(at)} ${request} ${rrn ?? ''}`,
      }),
      kind: pieceKinds.authorisation,
      about,
      beside: referenceKey(rrn),
      seeks: null,
      rank: null,
      content,
    });
  };
};

const asked = ['aggregation_id', 'request_type'];

/** `authorisations`: every question to the acquirer that is no settlement. */
export const authorisations: readonly Entity[] = [
  {
    name: 'authorisations',
    kind: 'pieces',
    required: [...asked, 'authorisation_timestamp_utc'],
    reader: readAuthorisation,
  },
  {
    name: 'authorisations',
    kind: 'pieces',
    required: [...asked, 'authorisation_date_time_utc'],
    reader: readAuthorisation,
  },
];

const settlementColumns = {
  participant: ['participant_id'],
  id: ['settlement_id'],
  aggregation: ['aggregation_id'],
  card: ['funding_source_id', 'funding_source_vault_id'],
  amount: ['amount', 'transaction_amount'],
  currency: ['currency_code'],
  type: ['settlement_type'],
  status: ['settlement_status'],
  rrn: ['retrieval_reference_number'],
  reference: ['littlepay_reference_number'],
  refund: ['refund_id'],
  tappedAt: ['transaction_timestamp_utc'],
  requestedAt: ['request_created_timestamp_utc'],
  answeredAt: ['response_created_timestamp_utc'],
  updatedAt: ['record_updated_timestamp_utc', 'settlement_requested_date_time_utc'],
};

const readSettlement: Entity['reader'] = (header, context) => {
  const column = columnsOf(header, settlementColumns);
  return (fields, line, chunk) => {
    const { years } = context;
    const participant = column(fields, 'participant');
    const id = column(fields, 'id');
    const aggregationId = text(column(fields, 'aggregation'), 'aggregation_id', longest.id);
    const card = column(fields, 'card');
    const currency = optionalCurrency(column(fields, 'currency'));
    const readAs = currency ?? context.operator(participant).currency;
    const rrn = bankReference(column(fields, 'rrn'), 'retrieval_reference_number');
    const updatedAt = instant(column(fields, 'updatedAt'), 'record_updated_timestamp_utc', years);
    const type = word(column(fields, 'type'));
    const content: SettlementContent = {
      participant,
      aggregationId: aggregationId ?? '',
      settlementId: context.id('transaction', participant, required(id, 'settlement_id')),
      mediumId: card === null ? null : context.mediumId(card),
      amountMinor: Math.abs(decimalAmountMinor(column(fields, 'amount'), 'amount', readAs)),
      currency,
      readAs,
      type,
      status: word(column(fields, 'status')),
      rrn,
      reference: text(column(fields, 'reference'), 'littlepay_reference_number', longest.reference),
      refundId: text(column(fields, 'refund'), 'refund_id', longest.id),
      tappedAt: instant(column(fields, 'tappedAt'), 'transaction_timestamp_utc', years),
      requestedAt: instant(column(fields, 'requestedAt'), 'request_created_timestamp_utc', years) ?? updatedAt,
      answeredAt: instant(column(fields, 'answeredAt'), 'response_created_timestamp_utc', years),
    };
    chunk.pieces.push({
      line,
      // A charge and the credit that takes it back never fall together, even under one id.
      pieceId: keyOf(context, { noun: `settlement ${type === 'CREDIT' ? 'credit' : 'debit'}`, participant, id }),
      kind: pieceKinds.settlement,
      about: keyOf(context, { noun: 'aggregation', participant, id: aggregationId }),
      beside: referenceKey(rrn),
      seeks: null,
      rank: updatedAt,
      content,
    });
  };
};

const settled = ['settlement_id', 'aggregation_id', 'retrieval_reference_number'];

/** `settlements`: movements of money. */
export const settlements: readonly Entity[] = [
  { name: 'settlements', kind: 'pieces', required: [...settled, 'amount'], reader: readSettlement },
  { name: 'settlements', kind: 'pieces', required: [...settled, 'transaction_amount'], reader: readSettlement },
];

/** `refunds`: requests for money back. The movement of it is a settlement. */
export const refunds: Entity = {
  name: 'refunds',
  kind: 'pieces',
  required: ['refund_id', 'refund_amount', 'approval_status'],
  reader: (header, context) => {
    const column = columnsOf(header, {
      participant: ['participant_id'],
      id: ['refund_id'],
      micropayment: ['micropayment_id'],
      aggregation: ['aggregation_id'],
      rrn: ['retrieval_reference_number'],
      fare: ['transaction_amount'],
      amount: ['refund_amount'],
      currency: ['currency_code'],
      reason: ['reason'],
      approval: ['approval_status'],
    });
    return (fields, line, chunk) => {
      const participant = column(fields, 'participant');
      const id = column(fields, 'id');
      const currency = optionalCurrency(column(fields, 'currency')) ?? context.operator(participant).currency;
      const amountOf = (name: 'fare' | 'amount') => decimalAmountMinor(column(fields, name), name, currency);
      const named = (noun: 'micropayment' | 'aggregation') =>
        optionalKey(context, { noun, participant, id: column(fields, noun) });
      const content: RefundContent = {
        refundId: text(required(id, 'refund_id'), 'refund_id', longest.id) ?? '',
        approval: word(column(fields, 'approval')),
        amountMinor: Math.abs(amountOf('amount')),
        fareMinor: column(fields, 'fare') === null ? null : Math.abs(amountOf('fare')),
        currency,
        reason: text(column(fields, 'reason'), 'reason', longest.name),
      };
      const rrn = bankReference(column(fields, 'rrn'), 'retrieval_reference_number');
      // Either may be missing or wrong; the bank's reference leads to the payment too.
      const keys = [named('micropayment'), named('aggregation'), referenceKey(rrn)].filter((key) => key !== null);
      const [about, beside = null] = keys;
      chunk.pieces.push({
        line,
        pieceId: keyOf(context, { noun: 'refund', participant, id }),
        kind: pieceKinds.refund,
        about: required(about ?? null, 'micropayment_id'),
        beside,
        seeks: null,
        rank: null,
        content,
      });
    };
  },
};
