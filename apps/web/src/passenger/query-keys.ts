import { hashKey } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';

/** The first part of every key about cards: invalidating it reloads everything about them. */
export const cardsKey = ['cards'] as const;

/** The first part of every key about one card. */
export const cardKey = (cardId: number) => [...cardsKey, cardId] as const;

/** What the trips of all cards cost. */
export const spendKey = [...cardsKey, 'spend'] as const;

/** The tickets that can be used now, of all cards. */
export const ticketsKey = [...cardsKey, 'tickets'] as const;

/** The passenger's favourite packages. */
export const favouritesKey = ['favourites'] as const;

/** The passenger's questions. They are about trips and payments of cards, so what reloads everything about cards reloads them. */
export const questionsKey = [...cardsKey, 'questions'] as const;

/** The sessions of the account. */
export const sessionsKey = ['sessions'] as const;

/** While another page of the same card loads, the former page stays visible; the page of another card does not. */
export const keepPageOf =
  (cardId: number) =>
  <P>(shown: P | undefined, before: { readonly queryKey: readonly unknown[] } | undefined): P | undefined =>
    before?.queryKey[cardsKey.length] === cardId ? shown : undefined;

/**
 * The key of what the server names in a language, which is its last part. While the same thing loads in another language, it stays
 * visible in the former one, with all that was opened or typed in it.
 */
export const inLanguage = (key: readonly unknown[], language: Locale) => ({
  queryKey: [...key, language],
  placeholderData: <T>(shown: T | undefined, before: { readonly queryKey: readonly unknown[] } | undefined) =>
    before && hashKey(before.queryKey.slice(0, -1)) === hashKey(key) ? shown : undefined,
});
