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
    documentTitle: t('travelstatementdoc.documentTitle', {
      period: writePeriod(pen, source),
      operator: config.brand.name,
    }),
    title: t('travelstatementdoc.title'),
    date: documentDate(source.madeAt),
    facts: writeDocumentFacts(pen, config, source),
    payments: writePayments(pen, source),
    sums: writeSums(pen, source),
    totals: sumByCurrency(source.lines).map(({ paid }) => ({
      name: t('travelstatementdoc.total'),
      value: pen.money(paid),
    })),
    notes: [t('travelstatementdoc.counted'), t('travelstatementdoc.taxes')],
  };
}

function writePayments(pen: Pen, { lines, prefix }: StatementSource): Listing {
  const { t, locale } = pen;
  return {
    title: t('travelstatementdoc.payments'),
    head: [
      t('traveldoc.day'),
      t('receiptdoc.card'),
      t('travelstatementdoc.reason'),
      t('traveldoc.reference'),
      t('traveldoc.status'),
      t('receiptdoc.trips'),
      ...moneyHead(pen),
    ],
    rows: lines.map((line) => {
      const { cardName, payment } = line;
      const money = moneyOf(line);
      return [
        formatShortDay(payment.serviceDay, locale),
        cardName,
        writeReason(pen, payment),
        writeReference(prefix, payment) || unknown,
        writeStatus(pen, payment),
        String(payment.tripCount),
        ...[money?.charged, money?.refunded, money?.paid].map((amount) => writeAmount(pen, amount)),
      ];
    }),
  };
}

function writeSums(pen: Pen, { lines, cards }: StatementSource): Listing {
  const { t, locale, money } = pen;
  const sums = sumByCardAndMonth(
    lines,
    cards.map(({ cardId }) => cardId),
  );
  return {
    title: t('travelstatementdoc.sums'),
    head: [t('receiptdoc.card'), t('travelstatementdoc.month'), t('travelstatementdoc.payments'), ...moneyHead(pen)],
    rows: sums.map(({ cardName, month, sum: { lines: count, charged, refunded, paid } }) => [
      cardName,
      formatMonth(month, locale),
      String(count),
      money(charged),
      money(refunded),
      money(paid),
    ]),
  };
}

const moneyHead = ({ t }: Pen): string[] => [
  t('travelstatementdoc.charged'),
  t('receiptdoc.refunded'),
  t('travelstatementdoc.paid'),
];

const unknown = '–';

function writeAmount({ money }: Pen, amount: Money | undefined): string {
  return amount === undefined ? unknown : money(amount);
}
