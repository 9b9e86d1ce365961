import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { UnderHeading } from '../../ui/heading.tsx';
import { Stack } from '../../ui/layout.tsx';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  /** What readers show. */
  messages: ReactNode;
  /** What is known. */
  children: ReactNode;
};

/** What is known stands first, then what the readers' messages mean. */
export function RefusedDialog({ isOpen, onClose, messages, children }: Props) {
  const t = useT();
  return (
    <Dialog title={t('readers.open')} isOpen={isOpen} onClose={onClose} isForReading>
      <UnderHeading>
        <Stack gap={6}>
          {children}
          <Stack as="section" gap={3} aria-labelledby="reader-messages">
            <h3 id="reader-messages">{t('readers.listTitle')}</h3>
            <UnderHeading>
              <Boundary>{messages}</Boundary>
            </UnderHeading>
          </Stack>
        </Stack>
      </UnderHeading>
    </Dialog>
  );
}
