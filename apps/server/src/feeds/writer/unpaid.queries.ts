import { workStatement } from './work-statement.sql.ts';

/** Cards that owe something by what is staged. Too many or too early does no harm: it is looked at again below. */
export const markUnpaidMedia = workStatement(
  'feeds.unpaid.mark',
  `insert into unpaid_media as known (medium_id, since)
  select medium_id, min(opened_at)
  from stage_payments
  where status = 'payment_error' and due_minor > paid_minor
  group by medium_id
  on conflict (medium_id) do update
  set since = excluded.since
  where excluded.since < known.since`,
);

/** Cards of the staged payments that owe nothing any more. */
export const forgetPaidMedia = workStatement(
  'feeds.unpaid.forgetPaid',
  `delete from unpaid_media as known
  using (select distinct medium_id from stage_payments) as stage
  where known.medium_id = stage.medium_id
    and not exists (
      select
      from payments as payment
      where payment.medium_id = known.medium_id
        and payment.opened_at >= known.since
        and payment.status = 'payment_error'
        and payment.due_minor > payment.paid_minor
    )`,
);
