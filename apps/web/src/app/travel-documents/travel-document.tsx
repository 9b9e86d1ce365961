import { Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { Boundary } from '../../ui/boundary.tsx';
import type { ButtonVariant } from '../../ui/button-class.ts';
import { DownloadIcon } from '../../ui/document-icons.tsx';
import { OpeningButton } from '../../ui/opening-button.tsx';
import type { DialogProps } from './document-dialog.tsx';

const loadDialog = async () => (await import('./document-dialog.tsx')).DocumentDialog;
const DocumentDialog = lazyPart(loadDialog);

type Props = DialogProps & { label: string; variant?: ButtonVariant };

/** Offers a document of some days. Its dialog is loaded when it is first asked for. */
export function TravelDocument({ label, variant = 'quiet', ...asked }: Props) {
  const [isAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const handleOpen = (): void => {
    setAsked(true);
    setOpen(true);
  };
  return (
    <>
      <OpeningButton variant={variant} load={loadDialog} onOpen={handleOpen}>
        <DownloadIcon />
        {label}
      </OpeningButton>
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
