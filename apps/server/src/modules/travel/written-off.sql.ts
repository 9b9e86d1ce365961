import { awaitedPaymentStatuses } from '@tapfolio/domain/states.ts';
import { listed } from '../../lib/sql.ts';

/** Whether the bank is still to answer about the payment of a fare (`debts`): what is not paid of it may yet be paid. */
export const isAwaited = `exists (
      select
      from payments payment
      where payment.medium_id = $mediumId
        and payment.opened_at = debts.opened_at
        and payment.payment_id = debts.payment_id
        and payment.status in (${listed(awaitedPaymentStatuses)})
    )`;

/** What the newest delivery leaves unpaid of a fare and does not ask for. */
export const restMinor = `case when ${isAwaited} then 0 else written_off_minor end`;

/**
 * What of a fare nobody asks for any more. An older release that still runs does not know the column, so it may be left from before the
 * fare was owed again.
 */
export const writtenOffMinor = `case when state = 'ready' and not ${isAwaited} then written_off_minor else 0 end`;
