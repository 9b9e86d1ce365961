import { settledDebtStates } from '@tapfolio/domain/debt-states.ts';
import { listed } from '../../lib/sql.ts';

/** A column of the last collection of a fare (`debts`) that nobody owes any more. */
const ofLastCollection = (name: string): string => `(
      select own.${name}
      from collections own
      where own.medium_id = $mediumId
        and own.payment_id = debts.payment_id
        and own.outcome = 'approved'
        and debts.state in (${listed(settledDebtStates)})
      order by own.closed_at desc
      limit 1
    ) as ${name}`;

/** What the bank took of a settled fare for us, if it took another currency; else null. By the names of the columns. */
export const takenInOtherCurrency = {
  taken_minor: ofLastCollection('taken_minor'),
  taken_currency: ofLastCollection('taken_currency'),
} as const;
