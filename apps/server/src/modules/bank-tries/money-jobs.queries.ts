import { statement } from '../../lib/sql.ts';
import { double, oneOf, text, uuid } from '../../lib/sql-types.ts';
import type { MoneyJobName } from '../../queue/catalogue.ts';

/** Jobs that move money, or record that it moved. They run in a separate lane. */
const moneyTasks = ['collect-debt', 'refund-payment', 'obey-bank'] as const satisfies readonly MoneyJobName[];
export type MoneyTask = (typeof moneyTasks)[number];

export const enqueue = statement({
  name: 'bankTries.enqueue',
  values: { task: oneOf(moneyTasks), mediumId: uuid, id: text, waitSeconds: double },
  text: 'select from enqueue_money_job($task, $mediumId, $id, $waitSeconds)',
});

export const ensureMonth = statement({
  name: 'bankTries.ensureThisMonth',
  text: 'select from ensure_this_month()',
});
