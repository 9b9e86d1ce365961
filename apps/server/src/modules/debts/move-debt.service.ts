import { type DebtEvent, debtEdges, payableDebtStates } from '@tapfolio/domain/debt-states.ts';
import type { DebtSource } from '@tapfolio/domain/debt-steps.ts';
import type { Transaction } from '../../lib/sql.ts';
import { wakeCardNews } from '../card-news/wake-card-news.service.ts';
import { changeDebtState, insertDebtEvent } from './move-debt.queries.ts';

/** Something that happens to a debt. */
export interface DebtMove {
  readonly mediumId: string;
  readonly paymentId: string;
  readonly event: DebtEvent;
  readonly source: DebtSource;
  /** The amount that the event is about; what is due when absent. */
  readonly amount?: { readonly amountMinor: number; readonly currency: string };
}

/**
 * Moves a debt to the state that follows from the event and records the event, in the caller's transaction. Returns false
 * when the table of states has no such edge: an event that comes late or a second time changes nothing.
 */
export async function moveDebt(tx: Transaction, move: DebtMove): Promise<boolean> {
  const { mediumId, paymentId, event, source } = move;
  const { before, next } = debtEdges(event);
  const [changed] = await changeDebtState(tx, { mediumId, paymentId, before, next });
  if (changed === undefined) return false;
  const { version } = changed;
  const { amountMinor, currency } = move.amount ?? { amountMinor: changed.due_minor, currency: changed.currency };
  await insertDebtEvent(tx, { mediumId, paymentId, version, event, state: next, amountMinor, currency, source });
  if (next === 'ready') await wakeCardNews(tx, { refused: [], settled: [mediumId] });
  if (payableDebtStates.includes(next)) await wakeCardNews(tx, { refused: [mediumId], settled: [] });
  return true;
}
