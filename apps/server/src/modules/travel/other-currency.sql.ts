import { settledDebtStates } from '@tapfolio/domain/debt-states.ts';
import { listed } from '../../lib/sql.ts';

/**
 * What the last collection of a fare (`debts`) took that nobody owes any more, if that has another currency than was asked for, or than the fare
 * has now: a delivery may have corrected it.
 */
const ofLastCollection = (name: string, asked: string): string => `(
      select case when own.taken_currency is not null or own.currency <> debts.currency then coalesce(own.${name}, own.${asked}) end
      from collections own
      where own.medium_id = $mediumId
        and own.payment_id = debts.payment_id
        and own.outcome = 'approved'
        and debts.state in (${listed(settledDebtStates)})
      order by own.closed_at desc
      limit 1
    )`;

/** What the bank took of a settled fare for us, if that was another currency; else null. By the names of the columns that are computed so. */
export const takenInOtherCurrency = {
  taken_minor: ofLastCollection('taken_minor', 'amount_minor'),
  taken_currency: ofLastCollection('taken_currency', 'currency'),
} as const;
