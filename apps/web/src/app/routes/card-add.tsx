import { useNavigate } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { AddCardForm } from '../../features/cards/components/add-card-form.tsx';
import { AddCardNeeds } from '../../features/cards/components/add-card-needs.tsx';
import { focusHeading } from '../../lib/focus-heading.ts';
import { useT } from '../../lib/i18n.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import { CardIcon } from '../../ui/area-icons.tsx';
import { Boundary } from '../../ui/boundary.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';

const ClaimCard = lazy(async () => ({
  default: (await import('../../features/cards/components/claim-card.tsx')).ClaimCard,
}));

export function CardAddScreen() {
  return (
    <Permitted to="card-add.link" otherwise={<AddWithheld />}>
      <AddCard />
    </Permitted>
  );
}

function AddWithheld() {
  const t = useT();
  return (
    <Screen title={t('cards.add')} isNarrow>
      <EmptyState icon={<CardIcon />} title={t('cards.addWithheldTitle')}>
        {t('cards.addWithheldText')}
      </EmptyState>
    </Screen>
  );
}

function AddCard() {
  const t = useT();
  const navigate = useNavigate();
  const [isClaiming, setClaiming] = useState(false);
  // Another screen for the passenger, though the address is the same.
  useEffect(() => {
    if (!isClaiming) return;
    scrollTo(0, 0);
    focusHeading();
  }, [isClaiming]);
  const openCard = (id: number) => void navigate({ to: pathOf('card'), search: { id } });
  if (isClaiming)
    return (
      <Screen key="claim" title={t('claims.title')} intro={t('claims.intro')} isNarrow>
        <Boundary>
          <Suspense>
            <ClaimCard onClaimed={() => void navigate({ to: pathOf('passenger-area') })} onLinked={openCard} />
          </Suspense>
        </Boundary>
      </Screen>
    );
  return (
    <Screen title={t('cards.add')} intro={t('cards.addIntro')} isNarrow>
      <Panel title={t('cards.addNeedHeading')} look="sunken">
        <AddCardNeeds />
      </Panel>
      <Panel>
        <AddCardForm onLinked={openCard} onClaim={() => setClaiming(true)} />
      </Panel>
    </Screen>
  );
}
