import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { cardQuery } from '../../features/cards/api/get-card.ts';
import { CardNotFound } from '../../features/cards/components/no-cards.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { useLocale, useT } from '../../lib/i18n.ts';
import { ChevronLeftIcon } from '../../ui/area-icons.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Screen } from '../../ui/screen.tsx';
import { shownTiles } from '../../ui/skeleton.tsx';
import { CardRefused } from '../card-refused/card-refused.tsx';
import style from './card.module.css';
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
  // Also if the card was there before: another tab may have unlinked it.
  if (query.error instanceof ApiError && query.error.code === 'TM0108') {
    return (
      <Screen title={t('common.card')} back={back}>
        <CardNotFound />
      </Screen>
    );
  }
  // Beside the way back: below the title on a phone it stood before an unpaid fare.
  const top = (
    <div className={style.top}>
      {back}
      <CardRefused query={query} />
    </div>
  );
  return (
    <Screen title={query.data?.card.name ?? t('common.card')} back={top}>
      <Loaded query={query} lines={shownTiles} shape="tiles">
        {(overview) => <CardDetails overview={overview} />}
      </Loaded>
    </Screen>
  );
}
