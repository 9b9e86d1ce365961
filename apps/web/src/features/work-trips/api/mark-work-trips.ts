import type { QueryClient } from '@tanstack/react-query';
import type { TripSummary } from '@tapfolio/contracts/trips.ts';
import { call } from '../../../lib/api-client.ts';
import { handleError } from '../../../lib/errors.ts';
import { notify, withdrawNotice } from '../../../lib/notices.ts';
import { samePerson } from '../../../passenger/session.ts';
import { workTripsKey } from './list-work-trips.ts';

export type WorkTrip = Pick<TripSummary, 'id' | 'startedAt'>;

/** What changes: trips that are for work from now on, and trips that are not. */
export type WorkChange = {
  readonly cardId: number;
  readonly forWork: readonly WorkTrip[];
  readonly notForWork: readonly WorkTrip[];
};

const noticeId = 'work-trips';

/** Marks trips, all or none, and offers to undo it. Other views read the marks again after a failure too: the answer may have been lost. */
export async function markWorkTrips(queries: QueryClient, change: WorkChange): Promise<void> {
  withdrawNotice(noticeId);
  await send(queries, change);
  const isForReader = samePerson();
  const undo = (): void => {
    if (!isForReader()) return;
    const { cardId, forWork, notForWork } = change;
    send(queries, { cardId, forWork: notForWork, notForWork: forWork }).then(
      () => notify({ type: 'success', title: (t) => t('work.undone'), uniqId: noticeId }),
      (error: unknown) => handleError(error, {}, (t) => t('work.failed')),
    );
  };
  notify({
    type: 'success',
    title: (t) => t('work.saved'),
    uniqId: noticeId,
    duration: undoMs,
    action: { label: (t) => t('work.undo'), run: undo },
  });
}

/** Long enough to read the notice, to look at the list and to change one's mind. */
const undoMs = 20_000;

async function send(queries: QueryClient, { cardId, forWork, notForWork }: WorkChange): Promise<void> {
  const starts = [...forWork, ...notForWork].map(({ startedAt }) => startedAt).toSorted();
  const [from, to = from] = [starts[0], starts.at(-1)];
  if (from === undefined || to === undefined) return;
  const body = { forWork: idsOf(forWork), notForWork: idsOf(notForWork), from, to };
  try {
    await call('markWorkTrips', { params: { cardId }, body });
  } finally {
    await queries.invalidateQueries({ queryKey: workTripsKey(cardId) });
  }
}

const idsOf = (trips: readonly WorkTrip[]): string[] => trips.map(({ id }) => id);
