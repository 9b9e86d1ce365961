import type { UseQueryResult } from '@tanstack/react-query';
import type { CardOverview } from '@tapfolio/contracts/cards.ts';
import { flushSync } from 'react-dom';
import { ReaderMessages } from '../../features/reader-messages/components/reader-messages.tsx';
import { focusHeading } from '../../lib/focus-heading.ts';
import { useT } from '../../lib/i18n.ts';
import { UnderHeading } from '../../ui/heading.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { KnownOfCard } from './known-of-card.tsx';
import { RefusedDialog } from './refused-dialog.tsx';

type Props = { query: UseQueryResult<CardOverview>; isOpen: boolean; onClose: () => void };

/** Why readers refuse a card of the passenger: what the portal knows of this very card, then the list of messages. */
export function CardRefusedDialog({ query, isOpen, onClose }: Props) {
  const t = useT();
  // The unpaid fare is the first part of the screen, below its heading. The dialog closes first: it gives the focus back.
  const goToFare = (): void => {
    flushSync(onClose);
    focusHeading({ isSeen: true });
  };
  return (
    <RefusedDialog isOpen={isOpen} onClose={onClose} messages={<ReaderMessages />}>
      <Loaded query={query} lines={4}>
        {(overview) => (
          <Stack as="section" gap={3} aria-labelledby="known-of-card">
            <h3 id="known-of-card">{t('readers.about', { card: overview.card.name })}</h3>
            <UnderHeading>
              <KnownOfCard overview={overview} onFare={goToFare} />
            </UnderHeading>
          </Stack>
        )}
      </Loaded>
    </RefusedDialog>
  );
}
