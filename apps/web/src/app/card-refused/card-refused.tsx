import type { UseQueryResult } from '@tanstack/react-query';
import type { CardOverview } from '@tapfolio/contracts/cards.ts';
import { Suspense, useState } from 'react';
import { useT } from '../../lib/i18n.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { OpeningButton } from '../../ui/opening-button.tsx';

// Loaded after the screen shows, usually before the press.
const loadDialog = async () => (await import('./card-refused-dialog.tsx')).CardRefusedDialog;
const CardRefusedDialog = lazyPart(loadDialog);

/**
 * "Card refused?": why readers refuse this card, as far as it is known, and what their messages mean. The messages help also while the
 * card loads, and if it cannot be loaded.
 */
export function CardRefused({ query }: { query: UseQueryResult<CardOverview> }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const handleOpen = (): void => {
    setOpen(true);
    // The screen may have been open for hours: what is said of the card now must be as new as the data are.
    void query.refetch();
  };
  return (
    <>
      <OpeningButton variant="quiet" load={loadDialog} onOpen={handleOpen}>
        {t('readers.open')}
      </OpeningButton>
      <Boundary>
        <Suspense>
          <CardRefusedDialog query={query} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      </Boundary>
    </>
  );
}
