import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import { handleError } from '../../../lib/errors.ts';
import { useLocale, useT } from '../../../lib/i18n.ts';
import { notify } from '../../../lib/notices.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { AccessibilityNote } from '../../../ui/accessibility-note.tsx';
import { Button } from '../../../ui/button.tsx';
import { DownloadIcon } from '../../../ui/document-icons.tsx';
import { InfoIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { useDownloadReceipt } from '../api/download-receipt.ts';
import { isWithoutReceipt } from '../receipt-refusals.ts';
import style from './payment-details.module.css';

type Receipted = Pick<PaymentDetail, 'id' | 'srid' | 'receiptAvailable'>;

/** The receipt as PDF. "There is none" and "it failed" are different answers (RCPT-04). */
export function ReceiptDownload({ cardId, payment }: { cardId: number; payment: Receipted }) {
  const t = useT();
  const language = useLocale();
  const download = useDownloadReceipt();
  const hasNone = !payment.receiptAvailable || isWithoutReceipt(download.error);
  const handleClick = (): void =>
    download.mutate(
      { cardId, paymentId: payment.id, language },
      {
        onSuccess: (pdf) => {
          saveFile(pdf, `${payment.srid ?? payment.id}.pdf`);
          notify({ type: 'success', title: (now) => now('receipts.downloaded') });
        },
        onError: (error) => {
          if (!isWithoutReceipt(error)) handleError(error, {}, (now) => now('payments.receiptFailed'));
        },
      },
    );
  if (hasNone) {
    return (
      <p className={style.note} role="status">
        <InfoIcon />
        <span>{t('errors.NWA0013')}</span>
      </p>
    );
  }
  return (
    <Permitted to="card-payments-history-table.receipt">
      <Stack gap={2} isStart>
        <Button variant="primary" isBusy={download.isPending} onClick={handleClick}>
          <DownloadIcon />
          {t(download.isPending ? 'payments.receiptBusy' : 'receipts.download')}
        </Button>
        <AccessibilityNote title={t('receipts.accessibilityTitle')}>
          {t('receipts.accessibilityText')}
        </AccessibilityNote>
      </Stack>
    </Permitted>
  );
}
