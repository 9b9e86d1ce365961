import type { ReactNode } from 'react';
import { useT } from '../lib/i18n.ts';
import { ExternalIcon } from './document-icons.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

type Props = { href: string; className?: string; 'aria-describedby'?: string; children: ReactNode };

/** A link that leads out of the portal in a new window, and says so. */
export function ExternalLink({ children, ...link }: Props) {
  const t = useT();
  return (
    <a {...link} target="_blank" rel="noreferrer">
      {children} <ExternalIcon width="1em" height="1em" />
      <VisuallyHidden>({t('common.opensInNewWindow')})</VisuallyHidden>
    </a>
  );
}
