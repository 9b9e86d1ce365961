import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import type { PublicReceipt } from '@tapfolio/contracts/receipts.ts';
import { chargedDays } from '@tapfolio/domain/bank-charges.ts';
import type { FareReason } from '@tapfolio/domain/fare-reason.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import type { Money } from '@tapfolio/domain/money.ts';
import { movementsOf, restLines } from '@tapfolio/domain/paid-and-rest.ts';
import { storyOf } from '@tapfolio/domain/payment-story.ts';
import type { Supply } from '@tapfolio/domain/taxes.ts';
import { formatDate, formatDay, formatShortDay } from '@tapfolio/locales/formats.ts';
import type { Config } from '../../config/config.ts';
import {
  documentDate,
  type Listing,
  type NamedValue,
  openSheet,
  type Pen,
  type Sheet,
  writeCardNumber,
} from '../../documents/sheet.ts';
import { suppliesOf } from './receipt-supplies.ts';
import { type TaxListing, writeTaxes } from './receipt-taxes.ts';
import { type AccountReceipt, writeTrips } from './receipt-trips.ts';

/** What a receipt is made of: the whole payment for its passenger, or the money alone for a guest (RCPT-03). */
export type ReceiptSource =
  | { kind: 'account'; payment: PaymentDetail }
  | { kind: 'public'; payment: PublicReceipt; supplies: readonly Supply[] };

/** The data of `documents/receipt.typ`. */
export interface ReceiptDocument extends Sheet {
  readonly trips: Listing | null;
  readonly products: Listing | null;
  readonly sums: readonly NamedValue[];
  /** What was paid and what came back of it; empty when nothing did. */
  readonly refunds: readonly NamedValue[];
  readonly taxes: TaxListing;
  readonly total: NamedValue;
  readonly note: string | null;
}

/**
 * Puts a receipt into the words and formats of a language.
 * @throws AppError `NWA0012` when the operator has configured no taxes for the currency and the day (RCPT-05).
 */
export async function writeReceipt(config: Config, source: ReceiptSource, locale: Locale): Promise<ReceiptDocument> {
  const { pen, frame } = await openSheet(config, locale);
  const { t } = pen;
  const { payment } = source;
  const account = source.kind === 'account' ? { payment: source.payment, story: storyOf(source.payment) } : null;
  const refunds = writeRefunds(pen, source);
  const supplies = source.kind === 'account' ? suppliesOf(source.payment) : source.supplies;
  return {
    ...frame,
    documentTitle: t('receiptdoc.documentTitle', { srid: payment.srid ?? '', operator: config.brand.name }),
    title: t('receiptdoc.title'),
    date: dateOf(source),
    facts: writeFacts(pen, source),
    trips: account && writeTrips(pen, account),
    products: account && writeProducts(pen, account),
    sums: account ? writeSums(pen, account) : writeRest(pen, payment),
    refunds: refunds.lines,
    taxes: writeTaxes(pen, config, { kept: refunds.kept, supplies }),
    total: {
      name: t(refunds.lines.length > 0 ? 'receiptdoc.kept' : 'receiptdoc.total'),
      value: pen.money(refunds.kept),
    },
    note: source.kind === 'public' ? t('receiptdoc.publicNote') : null,
  };
}

/** The document's own date comes from the payment, so that the same receipt always has the same bytes. */
function dateOf({ payment }: ReceiptSource): ReceiptDocument['date'] {
  return documentDate(new Date(payment.closedAt ?? `${payment.serviceDay}T12:00:00Z`));
}

function writeFacts(pen: Pen, source: ReceiptSource): NamedValue[] {
  const { t, locale } = pen;
  const { payment } = source;
  const days =
    source.kind === 'public' ? source.payment.chargedOn : chargedDays(source.payment.charges, source.payment);
  const charged = days.map((day) => formatShortDay(day, locale)).join(', ');
  return [
    { name: t('receiptdoc.reference'), value: payment.srid ?? '' },
    { name: t('receiptdoc.serviceDay'), value: formatDay(payment.serviceDay, locale) },
    ...(days.length > 0 ? [{ name: t('receiptdoc.chargedOn'), value: charged }] : []),
    { name: t('receiptdoc.reason'), value: writeReason(pen, source) },
    { name: t('receiptdoc.method'), value: t(`receiptdoc.method_${payment.method}`) },
    ...(source.kind === 'account' ? writeCard(pen, source.payment) : []),
  ];
}

function writeReason({ t }: Pen, { payment }: ReceiptSource): string {
  const reason = t(`receiptdoc.reason_${payment.reason}`);
  return payment.tripCount > 0 ? `${reason} (${t('receiptdoc.tripCount', { count: payment.tripCount })})` : reason;
}

function writeCard(pen: Pen, { medium }: PaymentDetail): NamedValue[] {
  const value = writeCardNumber(pen, medium);
  return value === undefined ? [] : [{ name: pen.t('receiptdoc.card'), value }];
}

function writeProducts({ t, money }: Pen, { story }: AccountReceipt): Listing | null {
  const products = story.lines.flatMap((line) => (line.kind === 'product' ? [line] : []));
  if (products.length === 0) return null;
  return {
    title: t('receiptdoc.products'),
    head: [t('receiptdoc.product'), t('receiptdoc.price')],
    rows: products.map(({ name, amount }) => [name, money(amount)]),
  };
}

/** The lines between the fares and what was paid, and what the passenger saved; none where fares and payment are the same. */
function writeSums({ t, money }: Pen, { payment: { due, paid, refunded }, story }: AccountReceipt): NamedValue[] {
  const isWhole = due.amountMinor === paid.amountMinor && refunded === null;
  const sums = story.lines.flatMap((line): NamedValue[] => {
    switch (line.kind) {
      case 'trip':
      case 'product':
      case 'refunded':
      case 'net':
      case 'paid':
      case 'recovered':
        return [];
      case 'total':
        return isWhole ? [] : [{ name: t('receiptdoc.sum_total'), value: money(line.amount) }];
      case 'reduced':
        return [{ name: t(reductionNames[line.code] ?? 'receiptdoc.sum_unexplained'), value: money(line.amount) }];
      default:
        return [{ name: t(`receiptdoc.sum_${line.kind}`), value: money(line.amount) }];
    }
  });
  if (story.saved === null) return sums;
  const { amount, isAtLeast } = story.saved;
  return [...sums, { name: t(isAtLeast ? 'receiptdoc.savedAtLeast' : 'receiptdoc.saved'), value: money(amount) }];
}

/** What a guest may read of the sum: the total, and what is missing or too much. */
function writeRest({ t, money }: Pen, payment: ReceiptSource['payment']): NamedValue[] {
  const lines = restLines({ ...payment, charges: movementsOf(refundsOf(payment)) });
  if (lines.length === 0) return [];
  const total = { name: t('receiptdoc.sum_total'), value: money(payment.due) };
  return [total, ...lines.map(({ kind, amount }) => ({ name: t(`receiptdoc.sum_${kind}`), value: money(amount) }))];
}

const reductionNames: Partial<Record<FareReason, `receiptdoc.fare_${FareReason & ('transfer' | `${string}_cap`)}`>> = {
  daily_cap: 'receiptdoc.fare_daily_cap',
  multi_day_cap: 'receiptdoc.fare_multi_day_cap',
  weekly_cap: 'receiptdoc.fare_weekly_cap',
  monthly_cap: 'receiptdoc.fare_monthly_cap',
  transfer: 'receiptdoc.fare_transfer',
};

interface Refunds {
  readonly lines: readonly NamedValue[];
  /** What was paid in the end. */
  readonly kept: Money;
}

/** A line for each refund: a receipt certifies only what was paid in the end. */
function writeRefunds({ t, locale, money }: Pen, { payment }: ReceiptSource): Refunds {
  const { paid, timeZone } = payment;
  const refunds = refundsOf(payment);
  const givenBack = refunds.reduce((sum, { amount }) => sum + amount.amountMinor, 0);
  const lines = refunds.map(({ at, amount }) => ({
    name: at ? t('receiptdoc.refundedOn', { date: formatDate(at, locale, timeZone) }) : t('receiptdoc.refunded'),
    value: money({ ...amount, amountMinor: -amount.amountMinor }),
  }));
  return {
    lines: lines.length === 0 ? [] : [{ name: t('receiptdoc.total'), value: money(paid) }, ...lines],
    kept: { ...paid, amountMinor: paid.amountMinor - givenBack },
  };
}

function refundsOf(payment: ReceiptSource['payment']): PublicReceipt['refunds'] {
  return 'refunds' in payment ? payment.refunds : payment.charges.filter(isRefund);
}

const isRefund = ({ direction, approved }: PaymentDetail['charges'][number]): boolean =>
  direction === 'credit' && approved;
