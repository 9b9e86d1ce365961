import { useNavigate } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { AddCardForm } from '../../features/cards/components/add-card-form.tsx';
import { AddCardNeeds } from '../../features/cards/components/add-card-needs.tsx';
import { useT } from '../../lib/i18n.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import { CardIcon } from '../../ui/area-icons.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';

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
  return (
    <Screen title={t('cards.add')} intro={t('cards.addIntro')} isNarrow>
      <Panel title={t('cards.addNeedHeading')} look="sunken">
        <AddCardNeeds />
      </Panel>
      <Panel>
        <AddCardForm onLinked={(id) => void navigate({ to: pathOf('card'), search: { id } })} />
      </Panel>
    </Screen>
  );
}
