import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import type { PublicReceipt } from '@tapfolio/contracts/receipts.ts';
import { type Locale, toBcp47 } from '@tapfolio/domain/locale.ts';
import { formatMoney, type Money } from '@tapfolio/domain/money.ts';
import { formatDate, formatDay, formatTime } from '@tapfolio/locales/formats.ts';
import { loadDocuments } from '@tapfolio/locales/generated/documents.ts';
import type { DocumentsMessages } from '@tapfolio/locales/generated/keys.ts';
import { type Translate, translator } from '@tapfolio/locales/translator.ts';
import { assertThat } from '../../lib/assert-that.ts';
import type { Config } from '../../plugins/config.ts';
import { splitTaxes } from './taxes.ts';

/** What a receipt is made of: the whole payment for its passenger, or the money alone for anybody else (RCPT-03). */
export type ReceiptSource = { kind: 'account'; payment: PaymentDetail } | { kind: 'public'; payment: PublicReceipt };

type Words = Translate<DocumentsMessages>;
interface Pen {
  readonly t: Words;
  readonly locale: Locale;
  readonly colon: string;
  money(amount: Money): string;
}

interface Listing {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** The data of `documents/receipt.typ`. */
export interface ReceiptDocument {
  readonly language: string;
  readonly region: string;
  readonly documentTitle: string;
  readonly title: string;
  readonly brand: string;
  /** What stands between a name and its value; French sets a space before it. */
  readonly colon: string;
  readonly date: Readonly<Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>>;
  readonly facts: readonly NamedValue[];
  readonly trips: Listing | null;
  readonly products: Listing | null;
  readonly sums: readonly NamedValue[];
  readonly taxes: Listing & { readonly netName: string; readonly net: string };
  readonly total: NamedValue;
  readonly note: string | null;
  readonly issuer: { readonly title: string; readonly name: string; readonly lines: readonly string[] };
  readonly page: string;
}

/**
 * Puts a receipt into the words and formats of a language.
 * @throws AppError `vat_entry_missing` when the operator has configured no taxes for the currency (RCPT-05).
 */
export async function writeReceipt(config: Config, source: ReceiptSource, locale: Locale): Promise<ReceiptDocument> {
  const t = translator(await loadDocuments(locale));
  const [language = 'en', region = ''] = toBcp47(locale).split('-');
  const colon = language === 'fr' ? ' : ' : ': ';
  const pen: Pen = { t, locale, colon, money: (amount) => formatMoney(amount, locale) };
  const { payment } = source;
  return {
    language,
    region,
    documentTitle: t('receiptdoc.documentTitle', { srid: payment.srid ?? '', operator: config.brand.name }),
    title: t('receiptdoc.title'),
    brand: config.brand.name,
    colon,
    date: dateOf(source),
    facts: writeFacts(pen, source),
    trips: source.kind === 'account' ? writeTrips(pen, source.payment) : null,
    products: source.kind === 'account' ? writeProducts(pen, source.payment) : null,
    sums: source.kind === 'account' ? writeSums(pen, source.payment) : [],
    taxes: writeTaxes(pen, config, payment.paid),
    total: { name: t('receiptdoc.total'), value: pen.money(payment.paid) },
    note: source.kind === 'public' ? t('receiptdoc.publicNote') : null,
    issuer: writeIssuer(pen, config),
    page: t('receiptdoc.page', { page: '{page}', pages: '{pages}' }),
  };
}

/** The document's own date comes from the payment, so that the same receipt always has the same bytes. */
function dateOf({ payment }: ReceiptSource): ReceiptDocument['date'] {
  const date = new Date(payment.closedAt ?? `${payment.serviceDay}T12:00:00Z`);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

function writeFacts(pen: Pen, source: ReceiptSource): NamedValue[] {
  const { t, locale } = pen;
  const { payment } = source;
  const charged = payment.closedAt && formatDate(payment.closedAt, locale, payment.timeZone);
  return [
    { name: t('receiptdoc.reference'), value: payment.srid ?? '' },
    { name: t('receiptdoc.serviceDay'), value: formatDay(payment.serviceDay, locale) },
    ...(charged ? [{ name: t('receiptdoc.chargedOn'), value: charged }] : []),
    { name: t('receiptdoc.reason'), value: writeReason(pen, source) },
    { name: t('receiptdoc.method'), value: t(`receiptdoc.method_${payment.method}`) },
    ...(source.kind === 'account' ? writeCard(pen, source.payment) : []),
  ];
}

function writeReason({ t }: Pen, { payment }: ReceiptSource): string {
  const reason = t(`receiptdoc.reason_${payment.reason}`);
  return payment.tripCount > 0 ? `${reason} (${t('receiptdoc.tripCount', { count: payment.tripCount })})` : reason;
}

function writeCard({ t }: Pen, { medium: { scheme, lastFour } }: PaymentDetail): NamedValue[] {
  if (lastFour === null) return [];
  const value = t('receiptdoc.cardEnding', { scheme: scheme ?? t('receiptdoc.cardPlain'), lastFour });
  return [{ name: t('receiptdoc.card'), value }];
}

function writeTrips(pen: Pen, payment: PaymentDetail): Listing | null {
  const { t, locale, money } = pen;
  if (payment.trips.length === 0) return null;
  // Some systems deliver no lines at all.
  const showsLines = payment.trips.some((trip) => trip.line !== null);
  const head = [t('receiptdoc.route'), t('receiptdoc.time'), t('receiptdoc.price')];
  return {
    title: t('receiptdoc.trips'),
    head: showsLines ? [t('receiptdoc.line'), ...head] : head,
    rows: payment.trips.map((trip) => [
      ...(showsLines ? [trip.line?.name ?? t('receiptdoc.unknownLine')] : []),
      writeRoute(pen, trip),
      `${formatDate(trip.startedAt, locale, payment.timeZone)} ${formatTime(trip.startedAt, locale, payment.timeZone)}`,
      money(trip.price),
    ]),
  };
}

/** A trip whose end was not recorded (most buses) is named by its start. */
function writeRoute({ t }: Pen, { from, to }: PaymentDetail['trips'][number]): string {
  const unknown = t('receiptdoc.unknownPlace');
  return to === null ? (from ?? unknown) : t('receiptdoc.routeText', { from: from ?? unknown, to });
}

function writeProducts({ t, money }: Pen, payment: PaymentDetail): Listing | null {
  // The price of one that was bought with a trip stands there.
  const products = payment.products.filter(({ tripId }) => tripId === null);
  if (products.length === 0) return null;
  return {
    title: t('receiptdoc.products'),
    head: [t('receiptdoc.product'), t('receiptdoc.price')],
    rows: products.map((product) => [product.name, money(product.price)]),
  };
}

/** How the sum of the trips became what was paid; nothing where both are the same. */
function writeSums({ t, money }: Pen, { trips, tripsTotal, paid }: PaymentDetail): NamedValue[] {
  const differenceMinor = paid.amountMinor - tripsTotal.amountMinor;
  if (trips.length === 0 || differenceMinor === 0) return [];
  return [
    { name: t('receiptdoc.tripsTotal'), value: money(tripsTotal) },
    { name: t('receiptdoc.adjustment'), value: money({ amountMinor: differenceMinor, currency: paid.currency }) },
  ];
}

function writeTaxes({ t, locale, money }: Pen, config: Config, paid: Money): ReceiptDocument['taxes'] {
  const rates = config.legal.vatRates[paid.currency];
  assertThat(rates !== undefined, 'vat_entry_missing', { currency: paid.currency });
  const { netMinor, taxes } = splitTaxes(paid.amountMinor, rates);
  const percent = new Intl.NumberFormat(toBcp47(locale), { style: 'percent', maximumFractionDigits: 3 });
  return {
    title: t('receiptdoc.taxes'),
    head: [t('receiptdoc.tax'), t('receiptdoc.rate'), t('receiptdoc.taxAmount')],
    rows: taxes.map((tax) => [
      tax.name,
      percent.format(tax.basisPoints / 10_000),
      money({ amountMinor: tax.amountMinor, currency: paid.currency }),
    ]),
    netName: t('receiptdoc.net'),
    net: money({ amountMinor: netMinor, currency: paid.currency }),
  };
}

function writeIssuer({ t, locale, colon }: Pen, { legal }: Config): ReceiptDocument['issuer'] {
  const taxNumber = legal.vatNumber === undefined ? [] : [`${t('receiptdoc.taxNumber')}${colon}${legal.vatNumber}`];
  return {
    title: t('receiptdoc.issuer'),
    name: legal.companyName,
    lines: [legal.companyName, ...legal.address, ...taxNumber, ...(legal.registrationLines[locale] ?? [])],
  };
}
