import { useState } from 'react';
import { handleError } from '../../../lib/errors.ts';
import { useLocale, useT } from '../../../lib/i18n.ts';
import { notify } from '../../../lib/notices.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { AccessibilityNote } from '../../../ui/accessibility-note.tsx';
import { Button } from '../../../ui/button.tsx';
import { DownloadIcon } from '../../../ui/document-icons.tsx';
import { Row } from '../../../ui/layout.tsx';
import { downloadPublicReceipt } from '../api/download-public-receipt.ts';
import type { Proof } from '../api/find-receipts.ts';

/** Told apart: no receipt exists (yet), or it could not be fetched (RCPT-04). */
const noReceipt = {
  NWA0013: () => notify({ type: 'info', title: (t) => t('errors.NWA0013'), uniqId: 'receipt' }),
};

export function DownloadPublicReceipt({ proof }: { proof: Proof }) {
  const t = useT();
  const locale = useLocale();
  const [isBusy, setBusy] = useState(false);
  const handleDownload = async (): Promise<void> => {
    setBusy(true);
    try {
      saveFile(await downloadPublicReceipt(proof, locale), t('receipts.fileName', { srid: proof.srid }));
      notify({ type: 'success', title: (text) => text('receipts.downloaded') });
    } catch (error) {
      handleError(error, noReceipt, (text) => text('payments.receiptFailed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Row gap={2}>
      <Button variant="primary" isBusy={isBusy} onClick={() => void handleDownload()}>
        <DownloadIcon />
        {t('receipts.download')}
      </Button>
      <AccessibilityNote title={t('receipts.accessibilityTitle')}>{t('receipts.accessibilityText')}</AccessibilityNote>
    </Row>
  );
}
