import { refusedCardStatuses } from '@tapfolio/domain/card-status.ts';
import { bigint, boolean, instant, nullable, oneOf, text, uuid } from '../../lib/sql-types.ts';
import { content, deliveredTable, key, optional, staged } from './feed-table.ts';

/** Of rows with one id the last line counts, also if it names another card. */
export const settlements = deliveredTable({
  name: 'settlements',
  identity: ['settlement_id'],
  columns: [
    key('medium_id', uuid),
    key('settlement_id', uuid),
    content('operator_code', text),
    content('srid', nullable(text)),
    content('kind', oneOf(['charge', 'debt_recovery', 'refund'])),
    content('direction', oneOf(['debit', 'credit'])),
    content('amount_minor', bigint),
    content('approved', boolean),
    content('requested_at', nullable(instant)),
    content('retrieval_reference', nullable(text)),
    /** What the bank said about the card when it refused. */
    content('refusal', optional(oneOf(refusedCardStatuses))),
  ],
});

export const authorisations = deliveredTable({
  name: 'authorisations',
  identity: ['authorisation_id'],
  columns: [
    key('medium_id', uuid),
    key('authorisation_id', uuid),
    content('operator_code', text),
    content('srid', nullable(text)),
    content('kind', oneOf(['card_check', 'reservation', 'account_reference'])),
    content('amount_minor', bigint),
    content('approved', boolean),
    content('requested_at', nullable(instant)),
    content('response_code', nullable(text)),
    /** What the bank said about the card when it refused. */
    content('refusal', optional(oneOf(refusedCardStatuses))),
  ],
});

/** Movements of money that another row replaces, or that a newer version says are still pending. */
export const withdrawnSettlements = deliveredTable({
  name: 'withdrawn_settlements',
  identity: ['medium_id', 'settlement_id'],
  columns: [staged('medium_id', uuid), staged('settlement_id', uuid)],
});

/** Questions to the bank that no longer count in the payment that they name. */
export const withdrawnAuthorisations = deliveredTable({
  name: 'withdrawn_authorisations',
  identity: ['medium_id', 'authorisation_id'],
  columns: [staged('medium_id', uuid), staged('authorisation_id', uuid)],
});
