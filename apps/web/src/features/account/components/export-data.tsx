import { handleError } from '../../../lib/errors.ts';
import { useT } from '../../../lib/i18n.ts';
import { notify } from '../../../lib/notices.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts';
import { samePerson } from '../../../passenger/session.ts';
import { Button } from '../../../ui/button.tsx';
import { DownloadIcon } from '../../../ui/document-icons.tsx';
import { useExportData } from '../api/export-data.ts';

/** Everything the portal knows of the passenger, as a file. */
export function ExportData() {
  const t = useT();
  const download = useExportData();
  const run = useOneAtATime();
  const handleClick = async (): Promise<void> => {
    const isForReader = samePerson();
    try {
      const data = await download.mutateAsync();
      if (!isForReader()) return;
      saveFile(data, t('account.exportFile'));
      notify({ type: 'success', title: (now) => now('account.exportDone') });
    } catch (error) {
      handleError(error, {}, (now) => now('account.exportFailed'));
    }
  };
  return (
    <>
      <p>{t('account.exportText')}</p>
      <div>
        <Button isBusy={download.isPending} onClick={() => void run(handleClick)}>
          <DownloadIcon />
          {t('account.exportButton')}
        </Button>
      </div>
    </>
  );
}
