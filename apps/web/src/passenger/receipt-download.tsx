import type { Locale } from '@tapfolio/domain/locale.ts';
import { useState } from 'react';
import { handleError } from '../lib/errors.ts';
import { useLocale, useT } from '../lib/i18n.ts';
import { notify } from '../lib/notices.ts';
import { saveFile } from '../lib/save-file.ts';
import { useOneAtATime } from '../lib/use-one-at-a-time.ts';
import { AccessibilityNote } from '../ui/accessibility-note.tsx';
import { Button } from '../ui/button.tsx';
import { DownloadIcon } from '../ui/document-icons.tsx';
import { Quiet, Row } from '../ui/layout.tsx';
import { samePerson } from './session.ts';

type Props = {
  /** Distinguishes the file from those of other payments: the statement reference, if there is one. */
  name: string;
  isAvailable: boolean;
  /** If there is none: whether there will be one, because the bank has not answered yet. */
  isExpected: boolean;
  load: (language: Locale) => Promise<Blob>;
};

/** The receipt as PDF, with and without an account. "There is none" and "it failed" are different messages (RCPT-04). */
export function ReceiptDownload({ name, isAvailable, isExpected, load }: Props) {
  const t = useT();
  const language = useLocale();
  const [isBusy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const run = useOneAtATime();
  const noteMissing = (): void => setMissing(true);
  const handleClick = async (): Promise<void> => {
    setBusy(true);
    const isForReader = samePerson();
    try {
      const receipt = await load(language);
      if (!isForReader()) return;
      saveFile(receipt, t('receipts.fileName', { srid: name }));
      notify({ type: 'success', title: (now) => now('receipts.downloaded') });
    } catch (error) {
      handleError(error, { NWA0013: noteMissing }, (now) => now('payments.receiptFailed'));
    } finally {
      setBusy(false);
    }
  };
  if (!isAvailable || isMissing) {
    return (
      <Quiet isSmall={false} role="status">
        {t('errors.NWA0013')} {isExpected && t('receipts.whenPaid')}
      </Quiet>
    );
  }
  return (
    <Row gap={2}>
      <Button variant="primary" isBusy={isBusy} onClick={() => void run(handleClick)}>
        <DownloadIcon />
        {t(isBusy ? 'payments.receiptBusy' : 'receipts.download')}
      </Button>
      <AccessibilityNote title={t('receipts.accessibilityTitle')}>{t('receipts.accessibilityText')}</AccessibilityNote>
    </Row>
  );
}
