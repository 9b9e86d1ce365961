import { bigint, boolean, instant, integer, text, uuid } from '../../lib/sql-types.ts';
import { workTable } from './feed-table.ts';

/** Unpaid fares that the deliveries of this batch make, change or settle, as they should be afterwards. */
export const debts = workTable('debts', {
  medium_id: uuid,
  payment_id: uuid,
  operator_code: text,
  srid: text,
  opened_at: instant,
  due_minor: bigint,
  paid_minor: bigint,
  paid_before_minor: bigint,
  written_off_minor: bigint,
  currency: text,
  is_unpaid: boolean,
  state: text,
  state_at: instant,
  /** The version that is changed; 0 if there is none yet. */
  was_version: integer,
  is_owed_again: boolean,
  /** Null if nothing changes that is shown to passengers or operators. */
  event: text,
});

/** What the bank took for payments that are called unpaid: by the movements delivered, and for us beside these. */
export const taken = workTable('taken', { payment_id: uuid, taken_minor: bigint, own_minor: bigint }, ['payment_id']);
