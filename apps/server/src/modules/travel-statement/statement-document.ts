import type { Locale } from '@tapfolio/domain/locale.ts';
import type { Money } from '@tapfolio/domain/money.ts';
import { formatMonth, formatShortDay } from '@tapfolio/locales/formats.ts';
import type { Config } from '../../config/config.ts';
import { documentDate, type Listing, type NamedValue, openSheet, type Pen, type Sheet } from '../../documents/sheet.ts';
import {
  type DocumentSubject,
  writeDocumentFacts,
  writePeriod,
  writeReference,
  writeTitle,
} from '../travel-documents/document-parts.ts';
import { moneyOf, type StatementLine, sumByCardAndMonth, sumByCurrency } from './statement-lines.ts';
import { writeReason, writeStatus } from './statement-words.ts';

/** What a statement is made of. */
export interface StatementSource extends DocumentSubject {
  /** The oldest first. */
  readonly lines: readonly StatementLine[];
  /** The text before the reference on a bank statement. */
  readonly prefix: string;
}

/** The data of `documents/travel-statement.typ`. */
export interface StatementDocument extends Sheet {
  readonly payments: Listing;
  readonly sums: Listing;
  /** One for each currency. */
  readonly totals: readonly NamedValue[];
  readonly notes: readonly string[];
}

/** Puts a statement into the words and formats of a language. */
export async function writeStatement(
  config: Config,
  source: StatementSource,
  locale: Locale,
): Promise<StatementDocument> {
  const { pen, frame } = await openSheet(config, locale);
  const { t } = pen;
  return {
    ...frame,
    documentTitle: writeTitle(
      pen,
      source,
      t('travelstatementdoc.documentTitle', { period: writePeriod(pen, source), operator: config.brand.name }),
    ),
    title: writeTitle(pen, source, t('travelstatementdoc.title')),
    date: documentDate(source.madeAt),
    facts: writeDocumentFacts(pen, config, source),
    payments: writePayments(pen, source),
    sums: writeSums(pen, source),
    totals: writeTotals(pen, source),
    notes: [
      ...(source.only === 'work' ? [t('travelstatementdoc.workCounted'), t('traveldoc.workFares')] : []),
      t('travelstatementdoc.counted'),
      t('travelstatementdoc.taxes'),
    ],
  };
}

/** What was paid; of trips for work what these cost, because the payments may have private trips, too. */
function writeTotals({ t, money }: Pen, { lines, only }: StatementSource): NamedValue[] {
  return sumByCurrency(lines).map(({ paid, forWork }) =>
    only === 'work'
      ? { name: t('travelstatementdoc.workTotal'), value: money(forWork) }
      : { name: t('travelstatementdoc.total'), value: money(paid) },
  );
}

function writePayments(pen: Pen, { lines, prefix, only }: StatementSource): Listing {
  const { t, locale } = pen;
  return {
    title: t('travelstatementdoc.payments'),
    head: [
      t('traveldoc.day'),
      t('receiptdoc.card'),
      t('travelstatementdoc.reason'),
      t('traveldoc.reference'),
      t('traveldoc.status'),
      ...(only === 'work' ? [] : [t('receiptdoc.trips')]),
      ...moneyHead(pen, only),
    ],
    rows: lines.map((line) => {
      const { cardName, payment, forWork } = line;
      const money = moneyOf(line);
      return [
        formatShortDay(payment.serviceDay, locale),
        cardName,
        writeReason(pen, payment),
        writeReference(prefix, payment) || unknown,
        writeStatus(pen, payment),
        ...(only === 'work' ? [] : [String(payment.tripCount)]),
        ...(only === 'work'
          ? [money?.charged, money?.paid, forWork ?? undefined]
          : [money?.charged, money?.refunded, money?.paid]
        ).map((amount) => writeAmount(pen, amount)),
      ];
    }),
  };
}

function writeSums(pen: Pen, { lines, cards, only }: StatementSource): Listing {
  const { t, locale, money } = pen;
  const sums = sumByCardAndMonth(
    lines,
    cards.map(({ cardId }) => cardId),
  );
  return {
    title: t('travelstatementdoc.sums'),
    head: [
      t('receiptdoc.card'),
      t('travelstatementdoc.month'),
      t('travelstatementdoc.payments'),
      ...moneyHead(pen, only),
    ],
    rows: sums.map(({ cardName, month, sum: { lines: count, charged, refunded, paid, forWork } }) => [
      cardName,
      formatMonth(month, locale),
      String(count),
      ...(only === 'work' ? [charged, paid, forWork] : [charged, refunded, paid]).map(money),
    ]),
  };
}

/** A statement of trips for work has their amount in place of the refunds, and no number of trips, since that has private ones: nine columns are the most. */
const moneyHead = ({ t }: Pen, only: StatementSource['only']): string[] =>
  only === 'work'
    ? [t('travelstatementdoc.charged'), t('travelstatementdoc.paid'), t('traveldoc.forWork')]
    : [t('travelstatementdoc.charged'), t('receiptdoc.refunded'), t('travelstatementdoc.paid')];

const unknown = '–';

function writeAmount({ money }: Pen, amount: Money | undefined): string {
  return amount === undefined ? unknown : money(amount);
}
