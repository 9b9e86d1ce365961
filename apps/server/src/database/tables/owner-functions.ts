import type { DatabasePart } from './part-names.ts';

/** Functions that run with the owner's rights, each with the parts that may call it. A test compares. */
export const ownerFunctions: Readonly<Record<string, readonly DatabasePart[]>> = {
  enqueue_job: ['auth'],
  remove_jobs_about: ['auth'],
  enqueue_claim_mail: ['portal', 'worker'],
  enqueue_answer_mail: ['portal'],
  // For the release before: it calls this one, and no code of ours does.
  wake_back_office: ['feed', 'portal', 'worker'],
  wake_back_office_of: ['feed', 'portal', 'worker'],
  wake_card_news: ['feed', 'portal', 'worker'],
  ask_for_months: ['worker'],
  wake_refund_news: ['feed', 'worker'],
  enqueue_money_job: ['portal', 'worker'],
  ensure_this_month: ['worker'],
  list_money_faults: ['worker'],
  count_use: ['feed'],
  analyze_grown_months: ['feed'],
  analyze_taken_for_empty: ['feed'],
  vacuum_left_shards: ['feed'],
  ensure_months: ['feed'],
  ensure_feed_weeks: ['feed'],
  drop_month_before: ['worker'],
  drop_feed_week_before: ['worker'],
  delete_old_audit_events: ['worker'],
  delete_old_tombstones: ['worker'],
  delete_ended_sessions: ['worker'],
};
