import { pathOf } from '@tapfolio/locales/paths.ts';
import { CardIcon, HomeIcon, PlusIcon, ProductIcon, UserIcon } from '../../ui/area-icons.tsx';
import { PaymentsIcon, TripsIcon } from '../../ui/icons.tsx';

/** The places of the signed-in area (NAV-11), in the order of the top bar. */
export const areaLinks = {
  home: { route: 'passenger-area', to: pathOf('passenger-area'), label: 'nav.home', Icon: HomeIcon },
  cards: { route: 'card', to: pathOf('card'), label: 'nav.cards', Icon: CardIcon },
  trips: { route: 'card-trips-history', to: pathOf('card-trips-history'), label: 'nav.trips', Icon: TripsIcon },
  payments: {
    route: 'card-payments-history',
    to: pathOf('card-payments-history'),
    label: 'nav.payments',
    Icon: PaymentsIcon,
  },
  products: {
    route: 'card-products-history',
    to: pathOf('card-products-history'),
    label: 'nav.products',
    Icon: ProductIcon,
    // A screen without an entry of its own.
    below: 'card-favourites-table',
  },
  addCard: { route: 'card-add', to: pathOf('card-add'), label: 'nav.addCard', Icon: PlusIcon },
  account: { route: 'account-edit', to: pathOf('account-edit'), label: 'nav.account', Icon: UserIcon },
} as const;

export type AreaLinkName = keyof typeof areaLinks;
