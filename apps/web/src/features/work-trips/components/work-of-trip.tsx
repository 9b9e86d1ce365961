import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { handleError } from '../../../lib/errors.ts';
import { useT } from '../../../lib/i18n.ts';
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { Button } from '../../../ui/button.tsx';
import { workOfTripQuery } from '../api/list-work-trips.ts';
import { markWorkTrips, type WorkTrip } from '../api/mark-work-trips.ts';

type Props = {
  cardId: number;
  trip: WorkTrip;
  /** Undefined if the list around the trip does not know. */
  isForWork: boolean | undefined;
};

/** Says in the details of a trip that it is for work, or that it is not. */
export function WorkOfTrip(props: Props) {
  return (
    <Permitted to="card-trips-history-table.work">
      <MarkButton {...props} />
    </Permitted>
  );
}

function MarkButton({ cardId, trip, isForWork: known }: Props) {
  const t = useT();
  const queries = useQueryClient();
  const { data, isPending } = useQuery({ ...workOfTripQuery(cardId, trip), enabled: known === undefined });
  const isForWork = known ?? data?.tripIds.includes(trip.id) ?? false;
  const [isBusy, setBusy] = useState(false);
  const oneAtATime = useOneAtATime();
  const change = async (): Promise<void> => {
    setBusy(true);
    try {
      await markWorkTrips(queries, {
        cardId,
        forWork: isForWork ? [] : [trip],
        notForWork: isForWork ? [trip] : [],
      });
    } catch (error) {
      handleError(error, {}, (now) => now('work.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="secondary"
      isBusy={isBusy}
      isOff={known === undefined && isPending}
      onClick={() => void oneAtATime(change)}
    >
      {t(isForWork ? 'work.unmark' : 'work.mark')}
    </Button>
  );
}
