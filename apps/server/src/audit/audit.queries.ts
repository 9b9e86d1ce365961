import { type Db, statement } from '../lib/sql.ts';
import { boolean, instant, integer, jsonb, nullable, text, uuid } from '../lib/sql-types.ts';

/** Every kind of act that is written down. */
export type AuditKind =
  | 'signed_in'
  | 'sign_in_failed'
  | 'sign_in_refused'
  | 'signed_out'
  | 'signed_out_by_provider'
  | 'sign_in_code_sent'
  | 'identity_confirmed'
  | 'identity_refused'
  | 'passkey_added'
  | 'passkey_removed'
  | 'mail_code_on'
  | 'mail_code_off'
  | 'sso_refused'
  | 'shadow_user_made'
  | 'address_changed'
  | 'address_kept'
  | 'signed_out_everywhere'
  | 'session_ended'
  | 'sessions_ended_by_administrator'
  | 'registration_requested'
  | 'registration_confirmed'
  | 'consent_given'
  | 'password_reset_requested'
  | 'password_reset'
  | 'password_changed'
  | 'password_change_refused'
  | 'name_changed'
  | 'card_news_chosen'
  | 'data_exported'
  | 'account_closed'
  | 'card_linked'
  | 'card_link_refused'
  | 'card_unlinked'
  | 'card_renamed'
  | 'card_replaced'
  | 'card_claimed'
  | 'own_card_claimed'
  | 'card_claim_withdrawn'
  | 'card_claim_objected'
  | 'card_claim_granted'
  | 'card_moved_away'
  | 'api_key_made'
  | 'api_key_revoked'
  | 'alarm_closed'
  | 'announcement_added'
  | 'announcement_ended'
  | 'announcement_removed'
  | 'question_answered'
  | 'refund_requested'
  | 'refund_returned';

export interface AuditEvent {
  readonly kind: AuditKind;
  readonly passengerId: string | null;
  readonly traceId: string;
  /** Keeps the day instead of the moment, where that would lead to other rows of the same transaction. */
  readonly isDayOnly?: boolean;
  /** No names, addresses, tokens or references: this outlives the account. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

const insertAuditEvent = statement({
  name: 'audit.insertAuditEvent',
  values: {
    kind: text,
    passengerId: nullable(uuid),
    traceId: text,
    isDayOnly: boolean,
    detail: jsonb<Readonly<Record<string, string | number | boolean>>>(),
  },
  text: `insert into audit_events (at, kind, passenger_id, trace_id, detail)
  values (case when $isDayOnly then date_trunc('day', now()) else now() end, $kind, $passengerId, $traceId, $detail)`,
});

/** Deletes one batch of old events and returns how far it came; null when none was left. */
const deleteOldAuditEvents = statement({
  name: 'audit.deleteOldAuditEvents',
  values: { monthsToKeep: integer, after: instant },
  row: { reached: nullable(instant) },
  text: `select reached from delete_old_audit_events($monthsToKeep, $after) as reached`,
});

/** Writes a security-relevant act down, in the transaction of the act. */
export async function recordAudit(db: Db, event: AuditEvent): Promise<void> {
  await insertAuditEvent(db, { ...event, isDayOnly: event.isDayOnly ?? false, detail: event.detail ?? {} });
}

/** Forgets events older than the operator keeps them. */
export async function deleteOldAudit(db: Db, months: number): Promise<void> {
  let begin: string | null = '-infinity';
  while (begin !== null) {
    const [done]: { reached: string | null }[] = await deleteOldAuditEvents(db, { monthsToKeep: months, after: begin });
    begin = done?.reached ?? null;
  }
}
