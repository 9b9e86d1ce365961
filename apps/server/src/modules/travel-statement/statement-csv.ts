import type { DocumentQuery } from '@tapfolio/contracts/travel-documents.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { type Money, plainAmount } from '@tapfolio/domain/money.ts';
import { loadDocuments } from '@tapfolio/locales/generated/documents.ts';
import { translator } from '@tapfolio/locales/translator.ts';
import type { Pen } from '../../documents/sheet.ts';
import { type CsvCell, writeCsv } from '../../lib/csv.ts';
import { writeReference } from '../travel-documents/document-parts.ts';
import { moneyOf, type StatementLine } from './statement-lines.ts';
import { writeReason, writeStatus } from './statement-words.ts';

/**
 * The lines of a statement, without sums: programs add the amounts up, and a sum among them would count twice. Only a statement of trips
 * for work has a column of them.
 */
export async function writeStatementCsv(
  lines: readonly StatementLine[],
  { prefix, locale, only }: { prefix: string; locale: Locale; only: DocumentQuery['only'] },
): Promise<string> {
  const t = translator(await loadDocuments(locale));
  const head = [...headOf(t), ...(only === 'work' ? [t('traveldoc.forWork')] : [])];
  const workOf = ({ forWork }: StatementLine) => (only === 'work' ? [amountCell(forWork ?? undefined)] : []);
  return writeCsv([head, ...lines.map((line) => [...cellsOf({ t }, line, prefix), ...workOf(line)])], locale);
}

const headOf = (t: Pen['t']): CsvCell[] => [
  t('traveldoc.day'),
  t('receiptdoc.card'),
  t('travelstatementdoc.reason'),
  t('traveldoc.reference'),
  t('receiptdoc.trips'),
  t('traveldoc.status'),
  t('travelstatementdoc.charged'),
  t('receiptdoc.refunded'),
  t('travelstatementdoc.paid'),
  t('traveldoc.currency'),
];

function cellsOf(pen: Pick<Pen, 't'>, line: StatementLine, prefix: string): CsvCell[] {
  const { cardName, payment } = line;
  const money = moneyOf(line);
  return [
    payment.serviceDay,
    cardName,
    writeReason(pen, payment),
    writeReference(prefix, payment),
    { number: String(payment.tripCount) },
    writeStatus(pen, payment),
    amountCell(money?.charged),
    amountCell(money?.refunded),
    amountCell(money?.paid),
    payment.paid.currency,
  ];
}

/** Programs leave an empty cell out of a sum. */
function amountCell(amount: Money | undefined): CsvCell {
  return amount === undefined ? '' : { number: plainAmount(amount) };
}
