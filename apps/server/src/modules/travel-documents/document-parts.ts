import type { DocumentQuery } from '@tapfolio/contracts/travel-documents.ts';
import { formatDateTime, formatShortDay } from '@tapfolio/locales/formats.ts';
import type { Config } from '../../config/config.ts';
import { homeOperator } from '../../config/home-operator.ts';
import { type NamedValue, type Pen, writeCardNumber } from '../../documents/sheet.ts';
import type { DocumentCard } from './travel-documents.service.ts';

/** Whom and what a document of a period is about. */
export interface DocumentSubject {
  /** The passenger's name; null if none was given. */
  readonly passenger: string | null;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly cards: readonly DocumentCard[];
  readonly madeAt: Date;
  /** `work` if the document has only trips for work. */
  readonly only: DocumentQuery['only'];
}

/** The title of a document, which says if it has only trips for work. */
export function writeTitle({ t }: Pen, { only }: DocumentSubject, title: string): string {
  return only === 'work' ? t('traveldoc.titleForWork', { title }) : title;
}

/** The first and the last day of a document; a single day stands once. */
export function writePeriod({ t, locale }: Pen, { firstDay, lastDay }: DocumentSubject): string {
  const from = formatShortDay(firstDay, locale);
  if (firstDay === lastDay) return from;
  return t('traveldoc.periodFromTo', { from, to: formatShortDay(lastDay, locale) });
}

/** The passenger, the days, the cards, and when the document was made, in the time of the portal's own operator. */
export function writeDocumentFacts(pen: Pen, { operators }: Config, subject: DocumentSubject): NamedValue[] {
  const { t, locale } = pen;
  const { passenger, cards, madeAt } = subject;
  const { timeZone } = homeOperator(operators);
  const named = cards.map((card) => writeNamedCard(pen, card));
  return [
    ...(passenger === null ? [] : [{ name: t('traveldoc.passenger'), value: passenger }]),
    { name: t('traveldoc.period'), value: writePeriod(pen, subject) },
    { name: t('traveldoc.cards', { count: cards.length }), value: named.join(', ') },
    { name: t('traveldoc.madeAt'), value: formatDateTime(madeAt.toISOString(), locale, timeZone) },
  ];
}

/** A card by its name, and by its number if that is known. */
export function writeNamedCard(pen: Pen, card: Omit<DocumentCard, 'cardId'>): string {
  const number = writeCardNumber(pen, card);
  return number === undefined ? card.name : pen.t('traveldoc.cardNumber', { card: card.name, number });
}

/** The text of a payment on a bank statement. Empty without a reference. */
export function writeReference(prefix: string, { srid }: { readonly srid: string | null }): string {
  return srid === null ? '' : `${prefix}${srid}`;
}
