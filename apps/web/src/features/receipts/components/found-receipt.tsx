import { keptOf, knownPaid, movementsOf, restLines } from '@tapfolio/domain/paid-and-rest.ts';
import { awaitedPaymentStatuses, refusedPaymentStatuses } from '@tapfolio/domain/states.ts';
import { type T, useT } from '../../../lib/i18n.ts';
import { type Formats, useFormats } from '../../../lib/use-formats.ts';
import { PaymentKind } from '../../../passenger/payment-kind.tsx';
import { ReceiptDownload } from '../../../passenger/receipt-download.tsx';
import { WhomToAsk } from '../../../passenger/whom-to-ask.tsx';
import { type Fact, Facts } from '../../../ui/facts.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Verbatim } from '../../../ui/verbatim.tsx';
import { downloadPublicReceipt } from '../api/download-public-receipt.ts';
import type { Proof, PublicReceipt } from '../api/find-receipts.ts';
import style from './receipts.module.css';

type Words = { readonly t: T; readonly formats: Formats };

/** What was given back, and what was paid in the end. */
function refundsOf(receipt: PublicReceipt, { t, formats: { money, date } }: Words): Fact[] {
  const { refunds, timeZone } = receipt;
  if (refunds.length === 0) return [];
  const kept = keptOf({ ...receipt, charges: movementsOf(refunds) });
  return [
    ...refunds.map(({ at, amount }) => ({
      label: at ? t('receipts.refundedOn', { date: date(at, timeZone) }) : t('receipts.refunded'),
      value: money({ ...amount, amountMinor: -amount.amountMinor }),
    })),
    { label: t('receipts.kept'), value: kept && money(kept) },
  ];
}

/** What nobody asks for any more, or was taken too much. The unpaid fare beside the payment says what is still owed. */
function restOf(receipt: PublicReceipt, { t, formats: { money } }: Words): Fact[] {
  const { writtenOff, refunds } = receipt;
  const tooMuch = restLines({ ...receipt, charges: movementsOf(refunds) }).find(({ kind }) => kind === 'overpaid');
  return [
    { label: t('receipts.writtenOff'), value: writtenOff && money(writtenOff) },
    { label: t('payments.storyOverpaid'), value: tooMuch && money(tooMuch.amount) },
  ];
}

/** One payment as the holder of its statement line may see it: the money, no places and no times. */
export function FoundReceipt({ receipt, proof }: { receipt: PublicReceipt; proof: Proof }) {
  const t = useT();
  const formats = useFormats();
  // The unpaid fare beside it says what is owed and how far its payment is.
  const isUnpaid = refusedPaymentStatuses.includes(receipt.status);
  // Nobody asks for anything of a fare that was withdrawn, so it is not open.
  const isWithdrawn = receipt.status === 'none' && receipt.writtenOff !== null;
  const paid = knownPaid(receipt);
  // The bank may not have taken any money yet.
  const amount = paid === null || paid.amountMinor === 0 ? receipt.due : paid;
  return (
    <Panel>
      {!isUnpaid && <p className={style.figure}>{formats.money(amount)}</p>}
      <Facts
        facts={[
          { label: t('receipts.day'), value: formats.shortDay(receipt.serviceDay) },
          { label: t('receipts.reason'), value: <PaymentKind payment={receipt} /> },
          ...restOf(receipt, { t, formats }),
          ...refundsOf(receipt, { t, formats }),
          { label: t('receipts.method'), value: t(`common.paymentMethod.${receipt.method}`) },
          {
            label: t('common.status'),
            value: !isUnpaid && !isWithdrawn && t(`common.paymentStatus.${receipt.status}`),
          },
          { label: t('common.statementReference'), value: <Verbatim>{receipt.srid}</Verbatim> },
        ]}
      />
      {paid === null && (
        <p>
          {t('payments.statusHelp_corrupted')} <WhomToAsk about={`${t('common.statementReference')} ${receipt.srid}`} />
        </p>
      )}
      <ReceiptDownload
        name={receipt.srid}
        isAvailable={receipt.available}
        isExpected={awaitedPaymentStatuses.includes(receipt.status)}
        load={(language) => downloadPublicReceipt(proof, language)}
      />
    </Panel>
  );
}
