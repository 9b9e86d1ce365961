/** What every passenger may open and do: screens by route name, acts as `route.action`. */
const everyone: Readonly<Record<string, readonly string[]>> = {
  home: ['passenger-area'],
  cards: ['card', 'card.rename', 'card.unlink', 'card-add', 'card-add.link'],
  trips: ['card-trips-history', 'card-trips-history-table'],
  payments: ['card-payments-history', 'card-payments-history-table', 'card-payments-history-table.receipt'],
  products: ['card-products-history', 'card-products-history-table', 'card-favourites-table'],
  account: [
    'account-edit',
    'account-edit.language',
    'account-edit.sessions',
    'account-edit.export',
    'account-edit.close',
  ],
};

/** These belong to whoever has a password here; a provider's users do them there (SES-16). */
const ownPassword = ['account-edit.profile', 'account-edit.password'];

/** The permission map the page draws its menus from; the server's own checks do not read it back. */
export function permissionsOf({ isShadowUser }: { isShadowUser: boolean }): Record<string, string[]> {
  const map = Object.fromEntries(Object.entries(everyone).map(([group, entries]) => [group, [...entries]]));
  if (!isShadowUser) map.account?.push(...ownPassword);
  return map;
}
