import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../../lib/i18n.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useAskable } from '../use-askable.ts';

const ways = {
  trip: { place: 'card-trips-history', label: 'questions.toTrips' },
  payment: { place: 'card-payments-history', label: 'questions.toPayments' },
} as const;

/** Says how to ask, where the portal takes questions of this passenger. */
export function NoQuestions() {
  const t = useT();
  const [kind] = useAskable();
  if (kind === undefined)
    return (
      <Panel>
        <EmptyState title={t('questions.emptyTitle')}>{t('questions.emptyOff')}</EmptyState>
      </Panel>
    );
  const { place, label } = ways[kind];
  const toPlace = (
    <Permitted to={place}>
      <Link to={pathOf(place)} className={buttonClass('primary')}>
        {t(label)}
      </Link>
    </Permitted>
  );
  return (
    <Panel>
      <EmptyState title={t('questions.emptyTitle')} action={toPlace}>
        {t(`questions.emptyText_${kind}`, { ask: t(`asked.about_${kind}`) })}
      </EmptyState>
    </Panel>
  );
}
