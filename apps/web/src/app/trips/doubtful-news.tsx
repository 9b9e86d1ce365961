import { useQuery } from '@tanstack/react-query';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { useState } from 'react';
import { questionsQuery } from '../../features/questions/api/list-questions.ts';
import { useT } from '../../lib/i18n.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { doubtfulTripsQuery } from '../../passenger/doubtful-trips.ts';
import { usePermission } from '../../passenger/permissions.ts';
import { TripLink } from '../../passenger/trip-link.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Coming } from '../../ui/held-back.tsx';
import { Quiet, Stack } from '../../ui/layout.tsx';

/** Older trips are no news on the first screen. Their details still say it. */
const newsMs = 28 * dayMs;

/** How many trips of the last four weeks look wrong and were not asked about. If it is not known, home is complete without it. */
export function DoubtfulNews() {
  return usePermission('card-trips-history-table') ? <Loaded /> : null;
}

function Loaded() {
  const t = useT();
  const { questions } = usePortalConfig();
  const [now] = useState(serverNow);
  const query = useQuery(doubtfulTripsQuery);
  const asked = useQuery({ ...questionsQuery, enabled: questions !== undefined });
  if (query.isPending && query.errorUpdateCount === 0) return <Coming />;
  const isAsked = (tripId: string): boolean => (asked.data?.items ?? []).some(({ subject }) => subject.id === tripId);
  const news = (query.data?.items ?? []).filter(({ tripId, at }) => now - Date.parse(at) < newsMs && !isAsked(tripId));
  const [newest] = news;
  if (newest === undefined) return null;
  const count = news.length;
  return (
    <Stack gap={1} isStart>
      <Quiet isSmall={false}>{t('home.doubtful', { count })}</Quiet>
      <TripLink trip={newest} className={buttonClass('link')}>
        {t('home.doubtfulLink', { count })}
      </TripLink>
    </Stack>
  );
}
