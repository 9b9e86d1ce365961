import { lazy, Suspense, useState, useTransition } from 'react';
import { Boundary } from '../../ui/boundary.tsx';
import { Button } from '../../ui/button.tsx';
import type { ButtonVariant } from '../../ui/button-class.ts';
import { DownloadIcon } from '../../ui/document-icons.tsx';
import type { DialogProps } from './document-dialog.tsx';

const DocumentDialog = lazy(async () => ({ default: (await import('./document-dialog.tsx')).DocumentDialog }));

type Props = DialogProps & { label: string; variant?: ButtonVariant };

/** Offers a document of some days. Its dialog is loaded when it is first asked for. */
export function TravelDocument({ label, variant = 'quiet', ...asked }: Props) {
  const [isAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isLoading, startLoading] = useTransition();
  const handleClick = (): void =>
    startLoading(() => {
      setAsked(true);
      setOpen(true);
    });
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
