import type { Locale } from '@tapfolio/domain/locale.ts';
import type { TripStatus } from '@tapfolio/domain/states.ts';
import { formatDateTime, formatShortDay, formatTimeZone } from '@tapfolio/locales/formats.ts';
import type { Config } from '../../config/config.ts';
import { homeOperator } from '../../config/home-operator.ts';
import { documentDate, type Listing, type NamedValue, openSheet, type Pen, type Sheet } from '../../documents/sheet.ts';
import {
  type DocumentSubject,
  writeDocumentFacts,
  writeNamedCard,
  writePeriod,
  writeReference,
  writeTitle,
} from '../travel-documents/document-parts.ts';
import { checkInOf, checkOutOf, type ProvenTrip, sumsOf } from './proof-trips.ts';
import { writeLine, writeTap } from './proof-words.ts';

/** What a proof is made of. */
export interface ProofSource extends DocumentSubject {
  /** The oldest first. */
  readonly trips: readonly ProvenTrip[];
  /** The text before the reference on a bank statement. */
  readonly prefix: string;
  /** Up to when the travel data reach, in ISO 8601; null before the first delivery. */
  readonly dataUpTo: string | null;
}

/** The data of `documents/travel-proof.typ`. */
export interface ProofDocument extends Sheet {
  readonly trips: Listing & {
    /** Its last columns are amounts: so many. */
    readonly amounts: number;
    /** Whether there is a column of cards, behind that of days. */
    readonly hasCards: boolean;
  };
  /** The fares and the refunds, one of each for each currency. */
  readonly totals: readonly NamedValue[];
  /** What the document shows and what it does not. */
  readonly shows: string;
  /** What the rows need to be understood. */
  readonly notes: readonly string[];
}

/** Puts a proof into the words and formats of a language. */
export async function writeProof(config: Config, source: ProofSource, locale: Locale): Promise<ProofDocument> {
  const { pen, frame } = await openSheet(config, locale);
  const { t } = pen;
  return {
    ...frame,
    documentTitle: writeTitle(
      pen,
      source,
      t('travelproofdoc.documentTitle', { period: writePeriod(pen, source), operator: config.brand.name }),
    ),
    title: writeTitle(pen, source, t('travelproofdoc.title')),
    date: documentDate(source.madeAt),
    facts: [...writeDocumentFacts(pen, config, source), ...writeSources(pen, config, source)],
    trips: writeTrips(pen, source),
    totals: writeTotals(pen, source),
    shows: t('travelproofdoc.shows'),
    notes: writeNotes(pen, source),
  };
}

/** How new the data are, and whose they are, each with the zone of its times. */
function writeSources(pen: Pen, { operators }: Config, { dataUpTo, trips, madeAt }: ProofSource): NamedValue[] {
  const { t, locale, home } = pen;
  const { timeZone: homeZone } = homeOperator(operators);
  const zones = new Map(trips.map(({ trip: { operator, timeZone } }) => [operator ?? home, timeZone]));
  const named = [...zones].map(([operator, timeZone]) =>
    t('travelproofdoc.operatorZone', { operator, zone: formatTimeZone(timeZone, locale, madeAt) }),
  );
  const fresh = dataUpTo && { name: t('travelproofdoc.dataUpTo'), value: formatDateTime(dataUpTo, locale, homeZone) };
  return [
    ...(fresh ? [fresh] : []),
    { name: t('travelproofdoc.operators', { count: named.length }), value: named.join('; ') },
  ];
}

/** The column of refunds is left out where there are none, and that of cards where the facts name the only one: the others need the room. */
function writeTrips(pen: Pen, { trips, cards, prefix }: ProofSource): ProofDocument['trips'] {
  const { t, locale, money } = pen;
  const hasRefunds = trips.some(({ trip }) => trip.refund !== null);
  const cardOf = ({ cardName, cardNumber }: ProvenTrip) => writeNamedCard(pen, { name: cardName, ...cardNumber });
  const hasCards = new Set([...cards.map((card) => writeNamedCard(pen, card)), ...trips.map(cardOf)]).size > 1;
  return {
    title: t('receiptdoc.trips'),
    amounts: hasRefunds ? 2 : 1,
    hasCards,
    head: [
      t('traveldoc.day'),
      ...(hasCards ? [t('receiptdoc.card')] : []),
      t('travelproofdoc.checkIn'),
      t('travelproofdoc.checkOut'),
      t('receiptdoc.line'),
      t('traveldoc.status'),
      t('traveldoc.reference'),
      ...(hasRefunds ? [t('receiptdoc.refunded')] : []),
      t('travelproofdoc.fare'),
    ],
    rows: trips.map((proven) => {
      const { trip } = proven;
      return [
        formatShortDay(trip.serviceDay, locale),
        ...(hasCards ? [cardOf(proven)] : []),
        writeTap(pen, trip, checkInOf(trip)) ?? t('travelproofdoc.noCheckIn'),
        writeTap(pen, trip, checkOutOf(trip)) ?? t('travelproofdoc.noCheckOut'),
        writeLine(pen, trip),
        t(`travelproofdoc.status_${trip.status}`),
        writeReference(prefix, trip) || t('travelproofdoc.notCharged'),
        ...(hasRefunds ? [trip.refund === null ? '–' : money(trip.refund.amount)] : []),
        money(trip.fare),
      ];
    }),
  };
}

function writeTotals({ t, money }: Pen, { trips }: ProofSource): NamedValue[] {
  const { fares, refunds } = sumsOf(trips);
  return [
    ...fares.map((amount) => ({ name: t('travelproofdoc.total'), value: money(amount) })),
    ...refunds.map((amount) => ({ name: t('travelproofdoc.totalRefunded'), value: money(amount) })),
  ];
}

function writeNotes({ t }: Pen, { trips, only }: ProofSource): string[] {
  const has = (status: TripStatus) => trips.some(({ trip }) => trip.status === status);
  const hasNoEnd = trips.some(({ trip }) => trip.status === 'calculated' && checkOutOf(trip) === null);
  return [
    ...(only === 'work' ? [t('traveldoc.workFares')] : []),
    ...(hasNoEnd ? [t('travelproofdoc.tapOnOnly')] : []),
    ...(has('provisional') ? [t('travelproofdoc.provisional')] : []),
    ...(has('fallback') ? [t('travelproofdoc.fallback')] : []),
    ...(trips.some(({ trip }) => trip.refund !== null) ? [t('travelproofdoc.refundsApart')] : []),
  ];
}
