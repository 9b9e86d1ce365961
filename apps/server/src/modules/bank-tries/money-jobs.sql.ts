import { statement } from '../../lib/sql.ts';
import { double, oneOf, text, uuid } from '../../lib/sql-types.ts';

/** Jobs that move money or hear of it. They run in a lane of their own. */
const moneyTasks = ['collect-debt', 'refund-payment', 'obey-bank'] as const;

/** Has a job about one try run after so many seconds; one about the same try that has not begun is replaced. */
export const enqueueMoneyJob = statement({
  name: 'bankTries.enqueue',
  values: { task: oneOf(moneyTasks), mediumId: uuid, id: text, waitSeconds: double },
  text: 'select from enqueue_money_job($task, $mediumId, $id, $waitSeconds)',
});

/** Makes the months of today where they are missing: a payment that follows lies there. */
export const ensureThisMonth = statement({
  name: 'bankTries.ensureThisMonth',
  text: 'select from ensure_this_month()',
});
