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

/** What of a settled fare (`debts`) nobody asks for any more. */
export const writtenOffMinor = `case when ${isAwaited} then 0 else written_off_minor end`;
