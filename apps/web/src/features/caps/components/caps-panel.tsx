import { useQuery } from '@tanstack/react-query';
import type { CapList } from '@tapfolio/contracts/caps.ts';
import { useEffect } from 'react';
import { useLocale, useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import { Quiet, RowList } from '../../../ui/layout.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { capsQuery } from '../api/list-caps.ts';
import { currentCaps, hasOver, nextCaps, type ShownCap } from '../shown-caps.ts';
import { CapMeter } from './cap-meter.tsx';
import style from './caps.module.css';

type Props = { cardId: number | undefined };

/** Each cap of one card, or, without a card, the next cap of each card that travelled. Nothing if there is no cap now. */
export function CapsPanel({ cardId }: Props) {
  const t = useT();
  const query = useQuery(capsQuery(useLocale()));
  if (query.data === undefined && query.errorUpdateCount === 0) return <Skeleton lines={4} shape="panel" />;
  if (query.data?.items.every(({ caps }) => caps.length === 0)) return null;
  return (
    <Panel title={t('caps.heading')} className={style.panel}>
      <Loaded query={query} failed={t('caps.failed')}>
        {(list) => <CurrentCaps list={list} cardId={cardId} onOver={query.refetch} />}
      </Loaded>
    </Panel>
  );
}

function CurrentCaps({ list, cardId, onOver }: Props & { list: CapList; onOver: () => unknown }) {
  const t = useT();
  const now = useMinute();
  const caps = currentCaps(list, now, cardId);
  // At the end of a day, week or month the next one is loaded, and each minute again until it is there.
  const overAt = hasOver(list, now) ? now : undefined;
  useEffect(() => {
    if (overAt !== undefined) onOver();
  }, [overAt, onOver]);
  const shown = cardId === undefined ? nextCaps(caps) : caps;
  const hasSeveral = list.items.length > 1;
  if (shown.length === 0) return <Quiet isSmall={false}>{t('caps.over')}</Quiet>;
  return (
    <>
      <RowList>
        {shown.map((one) => (
          <li key={keyOf(one)}>
            <CapMeter shown={one} isNamed={hasSeveral && cardId === undefined} />
          </li>
        ))}
      </RowList>
      <Notes dataUpTo={list.dataUpTo} areApart={hasSeveral && shown.every(({ cap }) => cap.perMedium)} />
    </>
  );
}

const keyOf = ({ card, cap }: ShownCap): string =>
  [card.cardId, cap.operator, cap.period, cap.transportTypes, cap.from].join(' ');

function Notes({ dataUpTo, areApart }: Pick<CapList, 'dataUpTo'> & { areApart: boolean }) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePortalConfig();
  return (
    <Quiet>
      {dataUpTo && t('caps.known', { time: formats.dateTime(dataUpTo, timeZone) })} {areApart && t('caps.apart')}
    </Quiet>
  );
}
