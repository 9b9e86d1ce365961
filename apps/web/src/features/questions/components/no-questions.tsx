import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../../../ui/panel.tsx';

/** Says how to ask, where the portal takes questions. */
export function NoQuestions() {
  const t = useT();
  const { questions } = usePortalConfig();
  const toTrips = (
    <Permitted to="card-trips-history">
      <Link to={pathOf('card-trips-history')} className={buttonClass('primary')}>
        {t('questions.toTrips')}
      </Link>
    </Permitted>
  );
  return (
    <Panel>
      <EmptyState title={t('questions.emptyTitle')} action={questions && toTrips}>
        {questions ? t('questions.emptyText', { ask: t('asked.about_trip') }) : t('questions.emptyOff')}
      </EmptyState>
    </Panel>
  );
}
