import { lazyPart } from '../../lib/lazy-part.ts';
import type { ButtonVariant } from '../../ui/button-class.ts';
import { DownloadIcon } from '../../ui/document-icons.tsx';
import { OpeningDialog } from '../../ui/opening-dialog.tsx';
import type { DialogProps } from './document-dialog.tsx';

const loadDialog = async () => (await import('./document-dialog.tsx')).DocumentDialog;
const DocumentDialog = lazyPart(loadDialog);

type Props = DialogProps & { label: string; variant?: ButtonVariant };

/** Offers a document of some days. */
export function TravelDocument({ label, variant = 'quiet', ...asked }: Props) {
  return (
    <OpeningDialog variant={variant} load={loadDialog} dialog={(state) => <DocumentDialog {...asked} {...state} />}>
      <DownloadIcon />
      {label}
    </OpeningDialog>
  );
}
