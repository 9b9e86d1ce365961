import type { PublicReceipt } from '@tapfolio/contracts/receipts.ts';
import { chargedDays } from '@tapfolio/domain/bank-charges.ts';
import { chargesOf, isReceiptAvailable, refundsOf, shownStatus } from '@tapfolio/domain/judged-payment.ts';
import { type Locale, languageOf } from '@tapfolio/domain/locale.ts';
import type { Supply } from '@tapfolio/domain/taxes.ts';
import { type OwnMedium, wholeHistory } from '../../gate/own-media.ts';
import { refuseAs } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { isoInstant, isoInstantOrNull } from '../../lib/iso-instant.ts';
import type { Using } from '../../plugins/context.ts';
import { type PaymentQuestion, readPayment } from '../payments/payments.service.ts';
import { proveAsGuest } from '../statement-references/statement-references.service.ts';
import { moneyOf } from '../travel/moved-money.service.ts';
import type { PaymentRow } from '../travel/payment.sql.ts';
import { type FactsOfPayments, readPaymentByKey, readPaymentFacts } from '../travel/payment-facts.service.ts';
import type { TravelReading } from '../travel/reading.ts';
import type { Operators } from '../travel/timetable-names.ts';
import { type ReceiptSource, writeReceipt } from './receipt-document.ts';
import { suppliesOf } from './receipt-supplies.ts';
import { changeByDay } from './receipt-taxes.ts';

/** What making a receipt needs; `travel` reads the payment. */
export interface ReceiptContext extends Using<'pool' | 'config' | 'keys' | 'documents'> {
  readonly travel: TravelReading;
}

export interface Receipt {
  readonly srid: string;
  readonly pdf: Uint8Array;
}

/** A statement reference and its amount from a guest, who has no account. */
export interface Proof {
  readonly srid: string;
  readonly amountMinor: number;
  readonly ip: string;
}

/**
 * The receipt of a passenger's own payment, with its trips (RCPT-01).
 * @throws AppError `NWA0002`; `NWA0013` when nothing was paid; `NWA0012`; `NWA0011`.
 */
export async function makeReceipt(
  context: ReceiptContext,
  question: { medium: OwnMedium; paymentId: string; locale: Locale },
): Promise<Receipt> {
  const { medium, paymentId, locale } = question;
  const payment = await readPayment(context.travel, { medium, paymentId, language: languageOf(locale), prefix: '' });
  assertThat(payment.receiptAvailable && payment.srid !== null, 'NWA0013');
  return { srid: payment.srid, pdf: await compile(context, { kind: 'account', payment }, locale) };
}

/**
 * The payment that a reference and its amount prove, as a guest may see it (RCPT-02).
 * @throws AppError `NWA0010` for any fault of the pair; `too_many_requests`.
 */
export async function findReceipt(context: ReceiptContext, proof: Proof): Promise<PublicReceipt> {
  const { receipt } = await readProven(context, proof);
  return receipt;
}

/** The same, and where its payment is. @throws as `findReceipt`. */
async function readProven(context: ReceiptContext, proof: Proof) {
  const reference = await refuseAs(['NWA0003', 'NWA0010'], () => proveAsGuest(context, proof));
  const { srid, medium_id: mediumId, opened_at: openedAt, payment_id: paymentId } = reference;
  const { readDb, names } = context.travel;
  const payment = await readPaymentByKey(readDb, { mediumId, openedAt, paymentId });
  assertThat(payment !== undefined, 'NWA0010');
  const [facts, operators] = await Promise.all([
    readPaymentFacts(readDb, wholeHistory(mediumId), [{ ...payment, srid }]),
    names.operatorsOf([payment]),
  ]);
  return {
    receipt: presentPublicReceipt({ ...facts.standing(payment), srid }, facts, operators),
    place: { medium: wholeHistory(mediumId), paymentId, at: isoInstant(openedAt) },
  };
}

/** What the holder of a statement line may see of its payment: the money, and no place, no time and nothing of the card (RCPT-03). */
function presentPublicReceipt(
  payment: PaymentRow & { srid: string },
  facts: FactsOfPayments,
  operators: Operators,
): PublicReceipt {
  const { srid, currency } = payment;
  const money = moneyOf(payment);
  const bank = facts.bankOf(srid);
  const moves = facts.movesOf(srid);
  const timeZone = operators.timeZone(payment.operator_code);
  const closedAt = isoInstantOrNull(payment.closed_at);
  const restMinor = facts.writtenOffOf(payment);
  return {
    srid,
    serviceDay: payment.service_day,
    timeZone,
    closedAt,
    chargedOn: chargedDays(chargesOf(money, moves, closedAt), { closedAt, timeZone }),
    reason: payment.reason,
    method: payment.method,
    status: shownStatus(money, bank),
    due: { amountMinor: payment.due_minor, currency },
    paid: { amountMinor: payment.paid_minor, currency },
    writtenOff: restMinor === 0 ? null : { amountMinor: restMinor, currency },
    refunds: refundsOf(moves),
    tripCount: facts.tripsOf(srid),
    available: isReceiptAvailable(money, bank),
  };
}

/**
 * The receipt for a reference and its amount: the money and no places or times (RCPT-03).
 * @throws as `findReceipt`, and AppError `NWA0013`, `NWA0012`, `NWA0011`.
 */
export async function makePublicReceipt(context: ReceiptContext, proof: Proof, locale: Locale): Promise<Receipt> {
  const { receipt: payment, place } = await readProven(context, proof);
  assertThat(payment.available, 'NWA0013');
  const supplies = await readSupplies(context, payment, { ...place, language: languageOf(locale), prefix: '' });
  return { srid: payment.srid, pdf: await compile(context, { kind: 'public', payment, supplies }, locale) };
}

/** The days that the taxes of a payment depend on. Its trips are read only where a rate changes at all. */
async function readSupplies(
  { config, travel }: ReceiptContext,
  { serviceDay, paid }: PublicReceipt,
  question: PaymentQuestion,
): Promise<Supply[]> {
  if (!changeByDay(config, paid.currency)) return [{ day: serviceDay, amountMinor: paid.amountMinor }];
  return suppliesOf(await readPayment(travel, question));
}

async function compile(
  context: Using<'config' | 'documents'>,
  source: ReceiptSource,
  locale: Locale,
): Promise<Uint8Array> {
  return await context.documents.compile('receipt', await writeReceipt(context.config, source, locale));
}
