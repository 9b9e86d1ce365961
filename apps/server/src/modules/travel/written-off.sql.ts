import { undecidedPaymentStatuses } from '@tapfolio/domain/states.ts';
import { listed } from '../../lib/sql.ts';

/**
 * Whether it is not known yet what becomes of a fare (`debts`): the bank is still to answer about its payment, or what was delivered of that
 * contradicts itself. What is not paid may yet be paid.
 */
export const isUndecided = `exists (
      select
      from payments payment
      where payment.medium_id = $mediumId
        and payment.opened_at = debts.opened_at
        and payment.payment_id = debts.payment_id
        and payment.status in (${listed(undecidedPaymentStatuses)})
    )`;

/** What the newest delivery leaves unpaid of a fare and does not ask for. */
export const restMinor = `case when ${isUndecided} then 0 else written_off_minor end`;

/**
 * What of a fare nobody asks for any more. A server of the release before, which may still run, does not know the column, so it may be left from
 * before the fare was owed again.
 */
export const writtenOffOfFare = `case when state = 'ready' and not ${isUndecided} then written_off_minor else 0 end`;
