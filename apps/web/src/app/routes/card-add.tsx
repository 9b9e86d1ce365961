import { useNavigate, useSearch } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { Suspense, useState } from 'react';
import { AddCardForm } from '../../features/cards/components/add-card-form.tsx';
import { AddCardNeeds } from '../../features/cards/components/add-card-needs.tsx';
import type { TypedLine } from '../../features/cards/components/statement-fields.tsx';
import { useT } from '../../lib/i18n.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useStillHere } from '../../lib/use-still-here.ts';
import { usePermission } from '../../passenger/permissions.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import { useStatementLine } from '../../passenger/statement-line.ts';
import { WhomToAsk } from '../../passenger/whom-to-ask.tsx';
import { CardIcon } from '../../ui/area-icons.tsx';
import { Boundary } from '../../ui/boundary.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const ClaimCard = lazyPart(async () => (await import('../../features/cards/components/claim-card.tsx')).ClaimCard);

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
      <EmptyState icon={<CardIcon />} title={t('cards.addWithheldTitle')} action={<WhomToAsk />}>
        {t('cards.addWithheldText')}
      </EmptyState>
    </Screen>
  );
}

function AddCard() {
  const t = useT();
  const navigate = useNavigate();
  const { step } = useSearch({ from: '/area/card/add' });
  const mayClaim = usePermission('card-add.claim');
  const mayOpen = usePermission('card');
  // A passenger who has typed a line to find its payment or to add the card need not type it again.
  const [typed, setTyped] = useState<TypedLine | undefined>(useStatementLine());
  const isStillHere = useStillHere();
  const goHome = (): void => {
    if (isStillHere()) void navigate({ to: pathOf('passenger-area') });
  };
  const openCard = (id: number): void => {
    if (!mayOpen) goHome();
    else if (isStillHere()) void navigate({ to: pathOf('card'), search: { id } });
  };
  const claim = (line: TypedLine): void => {
    setTyped(line);
    void navigate({ to: pathOf('card-add'), search: { step: 'claim' } });
  };
  if (step === 'claim' && mayClaim)
    return (
      <Screen key="claim" title={t('claims.title')} intro={t('claims.intro')} isNarrow>
        <Boundary>
          <Suspense fallback={<Skeleton lines={6} />}>
            <ClaimCard typed={typed} onClaimed={goHome} onLinked={openCard} />
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
        <AddCardForm typed={typed} onLinked={openCard} onClaim={claim} />
      </Panel>
    </Screen>
  );
}
