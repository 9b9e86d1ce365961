import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { cardsQuery } from '../../features/cards/api/list-cards.ts';
import { CardTiles } from '../../features/cards/components/card-tiles.tsx';
import { DebtAlerts } from '../../features/cards/components/debt-alerts.tsx';
import { NoCards } from '../../features/cards/components/no-cards.tsx';
import { useT } from '../../lib/i18n.ts';
import { PlusIcon } from '../../ui/area-icons.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Screen } from '../../ui/screen.tsx';
import { CardView } from '../card/card-view.tsx';
import { DataUpTo } from '../history/data-up-to.tsx';

/** The cards; one of them when the address names it. */
export function CardScreen() {
  const { id } = useSearch({ from: '/area/card' });
  return id === undefined ? <AllCards /> : <CardView key={id} cardId={id} />;
}

function AllCards() {
  const t = useT();
  const query = useQuery(cardsQuery);
  const add = (
    <Link to={pathOf('card-add')} className={buttonClass('secondary')}>
      <PlusIcon />
      {t('cards.add')}
    </Link>
  );
  return (
    <Screen title={t('cards.title')} actions={add}>
      <Loaded query={query} lines={6}>
        {({ items, dataUpTo }) =>
          items.length === 0 ? (
            <NoCards />
          ) : (
            <>
              <DebtAlerts cards={items} />
              <CardTiles cards={items} />
              <DataUpTo instant={dataUpTo} />
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}
