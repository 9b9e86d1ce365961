import { lazy, Suspense, useState, useTransition } from 'react';
import { useT } from '../../lib/i18n.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import { Boundary } from '../../ui/boundary.tsx';
import { Button } from '../../ui/button.tsx';
import { DownloadIcon } from '../../ui/document-icons.tsx';
import type { OpenRange } from '../../ui/open-range.ts';

const StatementDialog = lazy(async () => ({ default: (await import('./statement-dialog.tsx')).StatementDialog }));

/** Offers the payments of a period as a document. The dialog is loaded when it is first asked for. */
export function TravelStatement({ range }: { range: OpenRange }) {
  const t = useT();
  const [isAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isLoading, startLoading] = useTransition();
  const handleClick = (): void =>
    startLoading(() => {
      setAsked(true);
      setOpen(true);
    });
  return (
    <Permitted to="card-payments-history-table.receipt">
      <Button variant="quiet" isBusy={isLoading} onClick={handleClick}>
        <DownloadIcon />
        {t('travelstatement.title')}
      </Button>
      {isAsked && (
        <Boundary>
          <Suspense>
            <StatementDialog range={range} isOpen={isOpen} onClose={() => setOpen(false)} />
          </Suspense>
        </Boundary>
      )}
    </Permitted>
  );
}
