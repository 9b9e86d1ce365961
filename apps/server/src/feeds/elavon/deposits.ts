import { beginOfDay } from '@tapfolio/domain/service-day.ts';
import { hashedUuid } from '../../lib/hashing.ts';
import type { Entity } from '../delimited-format.ts';
import { columnsOf, referenceKey } from '../littlepay/columns.ts';
import { type DepositContent, pieceKinds } from '../littlepay/contents.ts';
import { bankReference } from '../text/bank-reference.ts';
import {
  BadRow,
  decimalAmountMinor,
  instant,
  longest,
  optionalCurrency,
  required,
  text,
  type YearRange,
} from '../text/values.ts';

const kinds: ReadonlyMap<string, string> = new Map([
  ['D', pieceKinds.deposit],
  ['C', pieceKinds.chargeback],
]);
/** Fees and adjustments of the operator's account: no passenger's. */
const ownBatchTypes: ReadonlySet<string> = new Set(['A', 'B']);

/** What the bank calls money that it gave back. "Credit" among other words names the kind of card that paid. */
const givenBack = /^\s*credit\s*$|credit voucher|refund|return/i;

const columns = {
  merchant: ['merchant_number'],
  batchType: ['batch_type'],
  amount: ['amount'],
  currency: ['currency_code'],
  chargeType: ['charge_type_description'],
  transactionDate: ['transaction_date'],
  settlementDate: ['settlement_date'],
  paymentDate: ['payment_date'],
  rrn: ['purch_id'],
  arn: ['trn_arn'],
  reference: ['trn_ref_num'],
  control: ['chargeback_control_no'],
  reason: ['chgbk_rsn_code'],
};

/** A row of the file: a deposit or a chargeback. */
export const deposits: Entity = {
  name: 'deposits',
  kind: 'pieces',
  required: ['batch_type', 'amount', 'purch_id', 'transaction_date', 'settlement_date'],
  reader: (header, context) => {
    const column = columnsOf(header, columns);
    return (fields, line, chunk) => {
      if (context.isOtherMerchant(column(fields, 'merchant'))) return;
      const batchType = required(column(fields, 'batchType'), 'batch_type').toUpperCase();
      if (ownBatchTypes.has(batchType)) return;
      const kind = kinds.get(batchType);
      if (kind === undefined) throw new BadRow('unknown batch type', batchType.slice(0, 20));
      const rrn = bankReference(column(fields, 'rrn'), 'purch_id');
      if (rrn === null) {
        // Without any, it was sold without Littlepay: it is no payment of this back office.
        if (column(fields, 'rrn') !== null) context.note('purch_id has only zeros; skipped');
        return;
      }
      const namedCurrency = optionalCurrency(column(fields, 'currency'));
      const home = context.operator(null);
      const currency = namedCurrency ?? home.currency;
      const amount = signedAmountMinor(column(fields, 'amount'), currency);
      const isCredit = amount < 0 || givenBack.test(column(fields, 'chargeType') ?? '');
      const date = (name: 'transactionDate' | 'settlementDate' | 'paymentDate') =>
        monthFirst(column(fields, name), name, context.years);
      const day = date('settlementDate') ?? date('transactionDate') ?? date('paymentDate');
      // The bank names a day and no time: it is the day of operation of that date, also where it begins hours after the date in UTC.
      const at = day === null ? context.exportedAt : beginOfDay(day.slice(0, 10), home);
      const bankIds = [column(fields, 'arn'), column(fields, 'reference'), column(fields, 'control')];
      const id = hashedUuid(`elavon ${JSON.stringify([batchType, rrn, amount, date('transactionDate'), ...bankIds])}`);
      const content: DepositContent = {
        id,
        amountMinor: isCredit ? 0 - Math.abs(amount) : amount,
        currency,
        namedCurrency,
        at,
        rrn,
        reasonCode: text(column(fields, 'reason'), 'chgbk_rsn_code', longest.id),
      };
      const about = required(referenceKey(rrn), 'purch_id');
      chunk.pieces.push({
        line,
        pieceId: id,
        kind,
        about,
        beside: null,
        seeks: null,
        rank: null,
        content,
      });
    };
  },
};

/** How an amount below zero is written: with one sign at either end, or in brackets. */
const belowZero = /^(?:-([^-()]+)|([^-()]+)-|\(([^-()]+)\))$/;
const inThousands = /^\d{1,3}(?:[,\s]\d{3})+(?:\.\d+)?$/;

/** `$1,234.50`, `-$2.50`, `2.50-` or `($2.50)`, with the sign of any currency. @throws BadRow for a comma that parts no thousands. */
function signedAmountMinor(value: string | null, currency: string): number {
  if (value === null) throw new BadRow('missing amount', 'amount');
  const text = value.replace(/\s*\p{Sc}\s*/gu, '');
  const size = belowZero.exec(text)?.slice(1).join('') ?? text;
  const minor = decimalAmountMinor(inThousands.test(size) ? size.replace(/[,\s]/g, '') : size, 'amount', currency);
  return size === text ? minor : 0 - minor;
}

/** `MMDDYYYY` without its leading zero, and something behind it: `1272026`, `01272026@0300`. */
function monthFirst(value: string | null, column: string, years: YearRange): string | null {
  if (value === null) return null;
  const digits = (/^\d{7,8}(?=$|[@.])/.exec(value)?.[0] ?? '').padStart(8, '0');
  const iso = `${digits.slice(4)}-${digits.slice(0, 2)}-${digits.slice(2, 4)}T00:00:00Z`;
  if (!/^\d{7,8}(?:$|[@.])/.test(value)) throw new BadRow('not a date', `${column}: ${value.slice(0, 40)}`);
  return instant(iso, column, years);
}
