import { useQuery } from '@tanstack/react-query';
import type { Question } from '@tapfolio/contracts/questions.ts';
import type { DoubtfulTrip } from '@tapfolio/contracts/trips.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { useId, useMemo, useState } from 'react';
import { questionsQuery } from '../../features/questions/api/list-questions.ts';
import { focusHeading } from '../../lib/focus-heading.ts';
import { useT } from '../../lib/i18n.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { deviceKeys } from '../../lib/storage.ts';
import { doubtfulTripsQuery } from '../../passenger/doubtful-trips.ts';
import { markedThings } from '../../passenger/marked-things.ts';
import { usePermission } from '../../passenger/permissions.ts';
import { TripLink } from '../../passenger/trip-link.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Coming } from '../../ui/held-back.tsx';
import { Quiet, Row, Stack } from '../../ui/layout.tsx';

/** Older trips are no news on the first screen. Their details still say it. */
const newsMs = 28 * dayMs;

/** How many trips of the last four weeks look wrong and were not asked about. If it is not known, home is complete without it. */
export function DoubtfulNews() {
  return usePermission('card-trips-history-table') ? <Loaded /> : null;
}

const closed = markedThings<DoubtfulTrip>(deviceKeys.closedDoubts, ({ tripId, doubt }) => [tripId, doubt]);
const noQuestions: readonly Question[] = [];

function Loaded() {
  const { questions } = usePortalConfig();
  const [now] = useState(serverNow);
  const query = useQuery(doubtfulTripsQuery);
  const asked = useQuery({ ...questionsQuery, enabled: questions !== undefined });
  const about = asked.data?.items ?? noQuestions;
  const doubtful = query.data?.items;
  const news = useMemo(() => {
    const isAsked = (tripId: string): boolean => about.some(({ subject }) => subject.id === tripId);
    return doubtful?.filter(({ tripId, at }) => now - Date.parse(at) < newsMs && !isAsked(tripId));
  }, [doubtful, about, now]);
  if (query.isPending && query.errorUpdateCount === 0) return <Coming />;
  return news && <News trips={news} />;
}

/** A family knows why its trips look wrong, and closes the hint. It comes again with another trip. */
function News({ trips }: { trips: readonly DoubtfulTrip[] }) {
  const t = useT();
  const textId = useId();
  const shown = closed.useUnmarked(trips);
  if (shown === undefined) return <Coming />;
  const [newest] = shown;
  if (newest === undefined) return null;
  const count = shown.length;
  const handleClose = async (): Promise<void> => {
    await closed.mark(shown);
    focusHeading();
  };
  return (
    <Stack gap={1}>
      <Quiet id={textId} isSmall={false}>
        {t('home.doubtful', { count })}
      </Quiet>
      <Row gap={5}>
        <TripLink trip={newest} className={buttonClass('link')}>
          {t('home.doubtfulLink', { count })}
        </TripLink>
        <Button variant="link" aria-describedby={textId} onClick={() => void handleClose()}>
          {t('home.doubtfulHide')}
        </Button>
      </Row>
    </Stack>
  );
}
