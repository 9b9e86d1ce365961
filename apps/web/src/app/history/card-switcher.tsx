import { Link } from '@tanstack/react-router';
import type { Card } from '@tapfolio/contracts/cards.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../lib/i18n.ts';
import { CardIcon, ChevronDownIcon } from '../../ui/area-icons.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { Menu, menuItem } from '../../ui/menu.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import style from './history.module.css';
import type { HistoryRoute } from './history-kind.ts';
import { keptSearch } from './history-search.ts';

type Props = { cards: readonly Card[]; chosen: Card; route: HistoryRoute };

/** A menu of links, not a select: the arrow keys do not choose a card. Period and page size stay as they are. */
export function CardSwitcher({ cards, chosen, route }: Props) {
  const t = useT();
  const trigger = (
    <>
      <CardIcon />
      <span>
        <VisuallyHidden>{t('cards.chosen')} </VisuallyHidden>
        {chosen.name}
      </span>
      <ChevronDownIcon />
    </>
  );
  return (
    <Menu trigger={trigger} variant="secondary" className={style.cardButton} edge="start">
      <ul className={style.cards}>
        {cards.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={pathOf(route)}
              params={{ id: String(id) }}
              search={keptSearch}
              aria-current={id === chosen.id || undefined}
              {...menuItem}
            >
              {name}
              {id === chosen.id && <CheckIcon />}
            </Link>
          </li>
        ))}
      </ul>
    </Menu>
  );
}
