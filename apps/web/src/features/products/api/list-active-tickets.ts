import type { Locale } from '@tapfolio/domain/locale.ts';
import { productsQuery } from './list-products.ts';

const enough = 100;

/** The products of a card that can be used now. */
export const activeTicketsQuery = (cardId: number, language: Locale) =>
  productsQuery(cardId, { status: 'active', limit: enough }, language);
