import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { cardQuery } from '../../features/cards/api/get-card.ts';
import { CardNotFound } from '../../features/cards/components/no-cards.tsx';
import { useLocale, useT } from '../../lib/i18n.ts';
import { ChevronLeftIcon } from '../../ui/area-icons.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Screen } from '../../ui/screen.tsx';
import { CardDetails } from './card-details.tsx';

/** The screen of one card. */
export function CardView({ cardId }: { cardId: number }) {
  const t = useT();
  const query = useQuery(cardQuery(cardId, useLocale()));
  const back = (
    <Link to={pathOf('card')} className={buttonClass('quiet')}>
      <ChevronLeftIcon />
      {t('cards.allCards')}
    </Link>
  );
  return (
    <Screen title={query.data?.card.name ?? t('common.card')} back={back}>
      <Loaded query={query} lines={10} refused={(error) => (error.code === 'TM0108' ? <CardNotFound /> : undefined)}>
        {(overview) => <CardDetails overview={overview} />}
      </Loaded>
    </Screen>
  );
}
