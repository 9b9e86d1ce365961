import { bigint, boolean, instant, nullable, text, uuid } from '../../lib/sql-types.ts';
import type { AuthorisationRecord, SettlementRecord, WithdrawnSettlement } from '../canonical-money.ts';
import { delivered } from './columns.ts';
import { deliveredTable } from './feed-table.ts';

const settlement = delivered<SettlementRecord>();

/** Of rows with one id the highest line counts, whatever card it names. */
export const settlements = deliveredTable<SettlementRecord>({
  name: 'settlements',
  identity: ['settlement_id'],
  columns: [
    settlement.key('medium_id', uuid, ({ mediumId }) => mediumId),
    settlement.key('settlement_id', uuid, ({ settlementId }) => settlementId),
    settlement.content('operator_code', text, ({ operatorCode }) => operatorCode),
    settlement.content('srid', nullable(text), ({ srid }) => srid),
    settlement.content('kind', text, ({ kind }) => kind),
    settlement.content('direction', text, ({ direction }) => direction),
    settlement.content('amount_minor', bigint, ({ amountMinor }) => amountMinor),
    settlement.content('approved', boolean, ({ approved }) => approved),
    settlement.content('requested_at', nullable(instant), ({ requestedAt }) => requestedAt),
    settlement.content('retrieval_reference', nullable(text), ({ retrievalReference }) => retrievalReference),
    settlement.content('refusal', nullable(text), ({ refusal }) => refusal ?? null),
  ],
});

const authorisation = delivered<AuthorisationRecord>();

export const authorisations = deliveredTable<AuthorisationRecord>({
  name: 'authorisations',
  identity: ['authorisation_id'],
  columns: [
    authorisation.key('medium_id', uuid, ({ mediumId }) => mediumId),
    authorisation.key('authorisation_id', uuid, ({ authorisationId }) => authorisationId),
    authorisation.content('operator_code', text, ({ operatorCode }) => operatorCode),
    authorisation.content('srid', nullable(text), ({ srid }) => srid),
    authorisation.content('kind', text, ({ kind }) => kind),
    authorisation.content('amount_minor', bigint, ({ amountMinor }) => amountMinor),
    authorisation.content('approved', boolean, ({ approved }) => approved),
    authorisation.content('requested_at', nullable(instant), ({ requestedAt }) => requestedAt),
    authorisation.content('response_code', nullable(text), ({ responseCode }) => responseCode),
  ],
});

const withdrawn = delivered<WithdrawnSettlement>();

/** Movements of money that are told by another row now. */
export const withdrawnSettlements = deliveredTable<WithdrawnSettlement>({
  name: 'withdrawn_settlements',
  identity: ['settlement_id'],
  columns: [
    withdrawn.staged('medium_id', uuid, ({ mediumId }) => mediumId),
    withdrawn.staged('settlement_id', uuid, ({ settlementId }) => settlementId),
  ],
});
