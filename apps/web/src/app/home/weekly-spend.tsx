import { useQueries } from '@tanstack/react-query';
import type { Card } from '@tapfolio/contracts/cards.ts';
import { maxPageSize } from '@tapfolio/contracts/limits.ts';
import type { TripPage } from '@tapfolio/contracts/trips.ts';
import { rangeOfDays, serviceDayOf } from '@tapfolio/domain/service-day.ts';
import { weekStart } from '@tapfolio/locales/formats.ts';
import { useState } from 'react';
import { tripsQuery } from '../../features/trips/api/list-trips.ts';
import { SpendChart } from '../../features/trips/components/spend-chart.tsx';
import { lastWeeks, spendByWeek } from '../../features/trips/spend-weeks.ts';
import { traceIdOf } from '../../lib/errors.ts';
import { useLocale, useT } from '../../lib/i18n.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import style from './home.module.css';

const weeksShown = 4;
const midnight = '00:00';

/** What the last four weeks cost, from the same day totals that the trips screen shows. */
export function WeeklySpend({ cards }: { cards: readonly Card[] }) {
  const t = useT();
  const locale = useLocale();
  const [now] = useState(() => new Date());
  const { timeZone } = usePortalConfig();
  const today = serviceDayOf(now, { timeZone, dayCut: midnight });
  const weeks = lastWeeks(today, weeksShown, weekStart(locale));
  const firstDay = weeks.at(-1) ?? today;
  const { from } = rangeOfDays(firstDay, firstDay, { timeZone, dayCut: midnight });
  const queries = useQueries({
    queries: cards.map((card) => tripsQuery(card.id, { from, limit: maxPageSize }, locale)),
  });
  const failed = queries.find((query) => query.isError);
  return (
    <Panel title={t('home.spendHeading')}>
      {failed ? (
        <ErrorState
          traceId={traceIdOf(failed.error)}
          onRetry={() => queries.forEach((query) => void query.refetch())}
        />
      ) : queries.some((query) => query.isPending) ? (
        <Skeleton lines={weeksShown} />
      ) : (
        <Weeks pages={queries.flatMap((query) => query.data ?? [])} weeks={weeks} />
      )}
    </Panel>
  );
}

function Weeks({ pages, weeks }: { pages: readonly TripPage[]; weeks: readonly string[] }) {
  const t = useT();
  const spends = spendByWeek(
    pages.flatMap((page) => page.days),
    weeks,
  );
  const isCut = pages.some((page) => page.nextCursor !== null);
  if (spends.length === 0) return <p className={style.quiet}>{t('home.spendEmpty')}</p>;
  return (
    <>
      {spends.map((spend) => (
        <SpendChart key={spend.currency} spend={spend} />
      ))}
      <p className={style.quiet}>{isCut ? t('home.spendCut', { count: maxPageSize }) : t('home.spendNote')}</p>
    </>
  );
}
