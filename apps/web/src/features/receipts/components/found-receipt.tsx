import { keptOf, knownPaid, movementsOf, restLines } from '@tapfolio/domain/paid-and-rest.ts';
import { awaitedPaymentStatuses, refusedPaymentStatuses } from '@tapfolio/domain/states.ts';
import { Fragment } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { PaymentKind } from '../../../passenger/payment-kind.tsx';
import { ReceiptDownload } from '../../../passenger/receipt-download.tsx';
import { WhomToAsk } from '../../../passenger/whom-to-ask.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { downloadPublicReceipt } from '../api/download-public-receipt.ts';
import type { Proof, PublicReceipt } from '../api/find-receipts.ts';
import style from './receipts.module.css';

function Refunds({ receipt }: { receipt: PublicReceipt }) {
  const t = useT();
  const { money, date } = useFormats();
  const { refunds, timeZone } = receipt;
  const kept = keptOf({ ...receipt, charges: movementsOf(refunds) });
  return (
    <>
      {Object.entries(refunds).map(([place, { at, amount }]) => (
        <Fragment key={place}>
          <dt>{at ? t('receipts.refundedOn', { date: date(at, timeZone) }) : t('receipts.refunded')}</dt>
          <dd>{money({ ...amount, amountMinor: -amount.amountMinor })}</dd>
        </Fragment>
      ))}
      {kept && (
        <>
          <dt>{t('receipts.kept')}</dt>
          <dd>{money(kept)}</dd>
        </>
      )}
    </>
  );
}

/** What nobody asks for any more, or was taken too much. The unpaid fare beside the payment says what is still owed. */
function Rest({ receipt }: { receipt: PublicReceipt }) {
  const t = useT();
  const { money } = useFormats();
  const tooMuch = restLines({ ...receipt, charges: movementsOf(receipt.refunds) }).find(
    ({ kind }) => kind === 'overpaid',
  );
  return (
    <>
      {receipt.writtenOff && (
        <>
          <dt>{t('receipts.writtenOff')}</dt>
          <dd>{money(receipt.writtenOff)}</dd>
        </>
      )}
      {tooMuch && (
        <>
          <dt>{t('payments.storyOverpaid')}</dt>
          <dd>{money(tooMuch.amount)}</dd>
        </>
      )}
    </>
  );
}

/** One payment as the holder of its statement line may see it: the money, no places and no times. */
export function FoundReceipt({ receipt, proof }: { receipt: PublicReceipt; proof: Proof }) {
  const t = useT();
  const { money, shortDay } = useFormats();
  // The unpaid fare beside it says what is owed and how far its payment is.
  const isUnpaid = refusedPaymentStatuses.includes(receipt.status);
  // Nobody asks for anything of a fare that was withdrawn, so it is not open.
  const isWithdrawn = receipt.status === 'none' && receipt.writtenOff !== null;
  const paid = knownPaid(receipt);
  // The bank may not have taken any money yet.
  const amount = paid === null || paid.amountMinor === 0 ? receipt.due : paid;
  return (
    <Panel>
      {!isUnpaid && <p className={style.figure}>{money(amount)}</p>}
      <dl className={style.facts}>
        <dt>{t('receipts.day')}</dt>
        <dd>{shortDay(receipt.serviceDay)}</dd>
        <dt>{t('receipts.reason')}</dt>
        <dd>
          <PaymentKind payment={receipt} />
        </dd>
        <Rest receipt={receipt} />
        {receipt.refunds.length > 0 && <Refunds receipt={receipt} />}
        <dt>{t('receipts.method')}</dt>
        <dd>{t(`common.paymentMethod.${receipt.method}`)}</dd>
        {!isUnpaid && !isWithdrawn && (
          <>
            <dt>{t('common.status')}</dt>
            <dd>{t(`common.paymentStatus.${receipt.status}`)}</dd>
          </>
        )}
        <dt>{t('common.statementReference')}</dt>
        <dd className={style.reference} translate="no">
          {receipt.srid}
        </dd>
      </dl>
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
