import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CardList } from '@tapfolio/contracts/cards.ts';
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
import { DataUpTo } from '../history/data-up-to.tsx';
import { ActiveTickets } from '../home/active-tickets.tsx';
import style from '../home/home.module.css';
import { WeeklySpend } from '../home/weekly-spend.tsx';

/** Home: what is unpaid, can I travel, what did I spend. */
export function PassengerAreaScreen() {
  const t = useT();
  const query = useQuery(cardsQuery);
  return (
    <Screen title={t('home.title')}>
      <Loaded query={query} lines={8}>
        {(list) => (list.items.length === 0 ? <NoCards /> : <Overview list={list} />)}
      </Loaded>
    </Screen>
  );
}

function Overview({ list }: { list: CardList }) {
  const t = useT();
  return (
    <>
      <DebtAlerts cards={list.items} />
      <section className={style.part}>
        <div className={style.head}>
          <h2>{t('home.cardsHeading')}</h2>
          <Link to={pathOf('card-add')} className={buttonClass('quiet')}>
            <PlusIcon />
            {t('cards.add')}
          </Link>
        </div>
        <CardTiles cards={list.items} />
      </section>
      <ActiveTickets cards={list.items} />
      <WeeklySpend cards={list.items} />
      <DataUpTo instant={list.dataUpTo} />
    </>
  );
}
