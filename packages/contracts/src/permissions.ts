/** The screens that show trips, payments and products. A call behind such screens needs one of them. */
export const tripScreens = ['card-trips-history', 'card-trips-history-table'] as const;
export const paymentScreens = ['card-payments-history', 'card-payments-history-table'] as const;
export const productScreens = ['card-products-history', 'card-products-history-table'] as const;

/** The permissions of every passenger, by group: screens by route name, actions as `route.action` (spec section 6). */
export const passengerPermissions = {
  home: ['passenger-area'],
  cards: [
    'card',
    'card.rename',
    'card.unlink',
    'card.replace',
    'card.pay-debt',
    'card-add',
    'card-add.link',
    'card-add.claim',
  ],
  trips: [
    ...tripScreens,
    'card-trips-history-table.proof',
    'card-trips-history-table.ask',
    'card-trips-history-table.work',
    'card-trips-history-table.caps',
  ],
  payments: [
    ...paymentScreens,
    'card-payments-history-table.receipt',
    'card-payments-history-table.statement',
    'card-payments-history-table.ask',
  ],
  products: [
    ...productScreens,
    'card-favourites-table',
    'card-favourites-table.add',
    'card-favourites-table.rename',
    'card-favourites-table.remove',
  ],
  account: [
    'account-edit',
    'account-edit.language',
    'account-edit.card-news',
    'account-edit.sessions',
    'account-edit.consent',
    'account-edit.export',
    'account-edit.close',
  ],
} as const;

/**
 * Only passengers with a password at the portal have these permissions. Passengers of an identity provider do the same at the
 * provider (SES-16): a passkey at the portal would let them in after the provider has locked them out.
 */
export const ownPasswordPermissions = [
  'account-edit.profile',
  'account-edit.password',
  'account-edit.second-factors',
] as const;

type Groups = typeof passengerPermissions;
/** A route or an action that a permission map may list. */
export type PermissionEntry = Groups[keyof Groups][number] | (typeof ownPasswordPermissions)[number];

const allGroups: readonly (readonly PermissionEntry[])[] = Object.values(passengerPermissions);
export const permissionEntries: readonly PermissionEntry[] = [...allGroups.flat(), ...ownPasswordPermissions];

/** What the page offers only together with another entry: without that one the server refuses it, too. */
export const goesWith: Readonly<Partial<Record<PermissionEntry, PermissionEntry>>> = {
  'card-add.link': 'card-add',
  // Two lines of a card that no account has link it, and the page offers a claim where a link was refused.
  'card-add.claim': 'card-add.link',
  // A travel statement has what the list of payments shows, and a proof of travel what that of trips does.
  'card-payments-history-table.statement': 'card-payments-history-table',
  'card-trips-history-table.proof': 'card-trips-history-table',
  'card-trips-history-table.ask': 'card-trips-history-table',
  'card-trips-history-table.work': 'card-trips-history-table',
  'card-trips-history-table.caps': 'card-trips-history-table',
  'card-payments-history-table.ask': 'card-payments-history-table',
  // The others are offered on this screen only.
  'card.rename': 'card',
  'card.unlink': 'card',
  'card-favourites-table.add': 'card-favourites-table',
  'card-favourites-table.rename': 'card-favourites-table',
  'card-favourites-table.remove': 'card-favourites-table',
  'account-edit.profile': 'account-edit',
  'account-edit.password': 'account-edit',
  'account-edit.second-factors': 'account-edit',
  'account-edit.card-news': 'account-edit',
  'account-edit.sessions': 'account-edit',
  'account-edit.export': 'account-edit',
  'account-edit.close': 'account-edit',
};
