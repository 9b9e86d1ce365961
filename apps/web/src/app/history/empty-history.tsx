import type { QueryKey } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Card } from '@tapfolio/contracts/cards.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../lib/i18n.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { HistoryKind, RecordPage } from './history-kind.ts';
import type { HistoryView } from './use-history.ts';

type Props = {
  kind: Pick<HistoryKind<RecordPage, unknown, QueryKey, QueryKey>, 'icon' | 'empty' | 'next'>;
  card: Card;
  history: HistoryView;
  onReset: () => void;
};

/** Why there is nothing, and what to do next. */
export function EmptyHistory({ kind: { icon, empty, next }, card, history: { range, setRange }, onReset }: Props) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePortalConfig();
  const { historyFrom } = card;
  const isFiltered = range.from !== undefined || range.to !== undefined;
  const isTooEarly = historyFrom !== null && range.to !== undefined && Date.parse(range.to) <= Date.parse(historyFrom);
  const words = isFiltered ? empty.inPeriod : empty.atAll;
  const reset = (): void => {
    onReset();
    setRange({});
  };
  const action = isFiltered ? (
    <Button onClick={reset}>{t('common.filterReset')}</Button>
  ) : (
    <NextStep to={next} cardId={card.id} />
  );
  return (
    <EmptyState icon={icon} title={words.title} action={action}>
      {isTooEarly ? t('cards.historyBegins', { date: formats.date(historyFrom, timeZone) }) : words.text}
    </EmptyState>
  );
}

function NextStep({ to, cardId }: { to: 'card' | 'card-trips-history-table'; cardId: number }) {
  const t = useT();
  const look = buttonClass('secondary');
  return (
    <Permitted to={to}>
      {to === 'card' ? (
        <Link to={pathOf('card')} search={{ id: cardId }} className={look}>
          {t('cards.factsHeading')}
        </Link>
      ) : (
        <Link to={pathOf(to)} params={{ id: String(cardId) }} className={look}>
          {t('nav.trips')}
        </Link>
      )}
    </Permitted>
  );
}
