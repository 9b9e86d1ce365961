import type { RefusedCardStatus } from '@tapfolio/domain/card-status.ts';
import type { Entity } from '../delimited-format.ts';
import { refundPayment } from '../refund-payment.ts';
import { refusedCard } from '../refused-card.ts';
import { bankReference } from '../text/bank-reference.ts';
import { amountMinor, BadRow, field, instant, longest, positionsOf, required, text } from '../text/values.ts';
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

/** Our names of the columns that are read. */
const columns = {
  id: 'id',
  operation: 'operation',
  timestamp: 'timestamp',
  amount: 'amount',
  paymentReference: 'payment_reference',
  spdhResponse: 'spdh_response',
  responseType: 'response_type',
  message: 'response_message',
  issuerResponse: 'issuer_response',
  token: 'token',
  rrn: 'rrn',
  brand: 'brand',
  operatorId: 'operatorid',
  account: 'par',
};

/** `tx`: every request to the acquirer. Amounts are cents; only some operations move money. */
export const transactions: Entity = {
  name: 'transactions',
  kind: 'settlements',
  required: ['id', 'operation', 'timestamp', 'amount', 'payment_reference', 'token', 'operatorid'],

  reader(header, context) {
    const column = positionsOf(header, columns);
    return (fields, line, chunk) => {
      const operatorId = field(fields, column.operatorId);
      const operator = context.operator(operatorId);
      if (!context.isMoneyFrom('enghouse', operator)) return;
      const operation = required(field(fields, column.operation), 'operation').toUpperCase();
      const id = context.id('transaction', operatorId, required(field(fields, column.id), 'id'));
      const responseCode = text(field(fields, column.spdhResponse), 'spdh_response', longest.id);
      const common = {
        line,
        mediumId: context.mediumId(required(field(fields, column.token), 'token')),
        operatorCode: operator.code,
        srid: context.reference(field(fields, column.paymentReference)),
        amountMinor: Math.abs(amountMinor(field(fields, column.amount), 'amount')),
        approved: isApproved(responseCode, field(fields, column.responseType)),
        requestedAt: instant(field(fields, column.timestamp), 'timestamp', context.years),
        scheme: schemeOf(text(field(fields, column.brand), 'brand', longest.id)),
        accountId: context.accountId(field(fields, column.account)),
      };
      const code = field(fields, column.issuerResponse) ?? responseCode;
      const refusal = common.approved ? null : refusedCard({ code, words: field(fields, column.message) });
      const movement = movements.get(operation);
      const question = questions.get(operation);
      if (movement) {
        const retrievalReference = bankReference(field(fields, column.rrn), 'rrn');
        const settlement = { ...common, ...movement, settlementId: id, refusal, retrievalReference };
        chunk.settlements.push(settlement);
        if (settlement.kind === 'refund' && settlement.approved) {
          chunk.payments.push(refundPayment(settlement, operator, settlement.requestedAt ?? context.exportedAt));
        }
      } else if (question) chunk.authorisations.push({ ...common, authorisationId: id, kind: question, responseCode });
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
