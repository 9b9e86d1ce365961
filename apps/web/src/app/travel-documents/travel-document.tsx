import { Suspense, useState, useTransition } from 'react';
import { handleError } from '../../lib/errors.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { loadInTime } from '../../lib/load-in-time.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { Button } from '../../ui/button.tsx';
import type { ButtonVariant } from '../../ui/button-class.ts';
import { DownloadIcon } from '../../ui/document-icons.tsx';
import type { DialogProps } from './document-dialog.tsx';

const loadDialog = async () => (await import('./document-dialog.tsx')).DocumentDialog;
const DocumentDialog = lazyPart(loadDialog);

type Props = DialogProps & { label: string; variant?: ButtonVariant };

/** Offers a document of some days. Its dialog is loaded when it is first asked for. */
export function TravelDocument({ label, variant = 'quiet', ...asked }: Props) {
  const [isAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isLoading, startLoading] = useTransition();
  // The dialog is shown when it is loaded: React does not keep a transition waiting for a part that is new on the screen.
  const open = async (): Promise<void> => {
    await loadInTime(loadDialog);
    setAsked(true);
    setOpen(true);
  };
  const handleClick = (): void => startLoading(() => open().catch((error: unknown) => handleError(error)));
  return (
    <>
      <Button variant={variant} isBusy={isLoading} onClick={handleClick}>
        <DownloadIcon />
        {label}
      </Button>
      {isAsked && (
        <Boundary>
          <Suspense>
            <DocumentDialog {...asked} isOpen={isOpen} onClose={() => setOpen(false)} />
          </Suspense>
        </Boundary>
      )}
    </>
  );
}
