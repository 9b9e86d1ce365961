import type { RefusedCardStatus } from '@tapfolio/domain/card-status.ts';
import type { Entity } from '../delimited-format.ts';
import { refundPayment } from '../refund-payment.ts';
import { refusedCard } from '../refused-card.ts';
import { bankReference } from '../text/bank-reference.ts';
import { amountMinor, BadRow, fieldReader, instant, longest, required, text } from '../text/values.ts';
import type { AuthorisationRecord, Chunk, SettlementRecord } from '../writer/canonical.ts';

type Movement = Pick<SettlementRecord, 'kind' | 'direction'>;

const movements: ReadonlyMap<string, Movement> = new Map<string, Movement>([
  ['ONLINE_CLEARING', { kind: 'charge', direction: 'debit' }],
  ['PREAUTH_FINAL', { kind: 'charge', direction: 'debit' }],
  ['DEBT_RECOVERY_AUTO', { kind: 'debt_recovery', direction: 'debit' }],
  ['DEBT_RECOVERY_MANUAL', { kind: 'debt_recovery', direction: 'debit' }],
  ['REFUND', { kind: 'refund', direction: 'credit' }],
]);

const questions: ReadonlyMap<string, AuthorisationRecord['kind']> = new Map<string, AuthorisationRecord['kind']>([
  ['CARD_VERIFY', 'card_check'],
  ['PREAUTH', 'reservation'],
  ['GET_PAR', 'account_reference'],
  ['GET_PAR_MANUAL', 'account_reference'],
]);

const needed = ['id', 'operation', 'timestamp', 'amount', 'payment_reference', 'token', 'operatorid'] as const;
const others = [
  'spdh_response',
  'response_type',
  'response_message',
  'issuer_response',
  'rrn',
  'brand',
  'par',
] as const;

/** `tx`: every request to the acquirer. Amounts are cents; only some operations move money. */
export const transactions: Entity = {
  name: 'transactions',
  kind: 'settlements',
  required: needed,
  // Without both, each charge would count as refused, and each paid fare as one that the bank has not paid.
  oneOf: ['spdh_response', 'response_type'],

  reader(header, context) {
    const read = fieldReader(header, [...needed, ...others]);
    return (fields, line, chunk) => {
      const operatorId = read(fields, 'operatorid');
      const operator = context.operator(operatorId);
      if (!context.isMoneyFrom('enghouse', operator)) return;
      const operation = required(read(fields, 'operation'), 'operation').toUpperCase();
      const id = context.id('transaction', operatorId, required(read(fields, 'id'), 'id'));
      const responseCode = text(read(fields, 'spdh_response'), 'spdh_response', longest.id);
      const common = {
        line,
        mediumId: context.mediumId(required(read(fields, 'token'), 'token')),
        operatorCode: operator.code,
        srid: context.reference(read(fields, 'payment_reference')),
        amountMinor: Math.abs(amountMinor(read(fields, 'amount'), 'amount')),
        approved: isApproved(responseCode, read(fields, 'response_type')),
        requestedAt: instant(read(fields, 'timestamp'), 'timestamp', context.years),
        scheme: schemeOf(text(read(fields, 'brand'), 'brand', longest.id)),
        accountId: context.accountId(read(fields, 'par')),
      };
      const code = read(fields, 'issuer_response') ?? responseCode;
      const refusal = common.approved ? null : refusedCard({ code, words: read(fields, 'response_message') });
      const movement = movements.get(operation);
      const question = questions.get(operation);
      if (movement) {
        const retrievalReference = bankReference(read(fields, 'rrn'), 'rrn');
        const settlement = { ...common, ...movement, settlementId: id, refusal, retrievalReference };
        chunk.settlements.push(settlement);
        if (settlement.kind === 'refund' && settlement.approved) {
          chunk.payments.push(refundPayment(settlement, operator, settlement.requestedAt ?? context.exportedAt));
        }
      } else if (question)
        chunk.authorisations.push({ ...common, authorisationId: id, kind: question, responseCode, refusal });
      else throw new BadRow('unknown operation', operation.slice(0, 100));
      if (refusal) addRefusedCard(chunk, common, refusal);
    };
  },
};

/** A refusal says something about the card: it is lost, or no longer valid. */
function addRefusedCard(
  chunk: Chunk,
  {
    line,
    mediumId,
    operatorCode,
    scheme,
    requestedAt: statusAt,
  }: Pick<AuthorisationRecord, 'line' | 'mediumId' | 'operatorCode' | 'scheme' | 'requestedAt'>,
  status: RefusedCardStatus,
): void {
  chunk.cards.push({ line, mediumId, operatorCode, scheme, lastFour: null, mediumType: null, status, statusAt });
}

/** The terminal protocol's own code goes first; the type in words is there when the request never reached a terminal. */
function isApproved(spdhResponse: string | null, responseType: string | null): boolean {
  if (spdhResponse !== null) return /^0+$/.test(spdhResponse);
  return /^(ok|approved?|success|accepted)$/i.test(responseType ?? '');
}

const schemes: Readonly<Record<string, string>> = {
  MC: 'MASTERCARD',
  MAESTRO: 'MASTERCARD',
  AMERICANEXPRESS: 'AMEX',
  AX: 'AMEX',
  INTERACDEBIT: 'INTERAC',
  DISC: 'DISCOVER',
};

function schemeOf(brand: string | null): string | null {
  const name = brand?.toUpperCase().replace(/[^A-Z]/g, '');
  return name ? (schemes[name] ?? name) : null;
}
