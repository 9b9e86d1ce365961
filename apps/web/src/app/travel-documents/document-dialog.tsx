import { useQuery } from '@tanstack/react-query';
import { MonthOffer } from '../../features/account/components/month-offer.tsx';
import { cardsQuery } from '../../features/cards/api/list-cards.ts';
import { DocumentForm } from '../../features/travel-documents/components/document-form.tsx';
import { type DocumentName, documentKinds } from '../../features/travel-documents/document-kinds.ts';
import { useT } from '../../lib/i18n.ts';
import { useSessionUser } from '../../passenger/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import type { OpenRange } from '../../ui/open-range.ts';

export type DialogProps = {
  name: DocumentName;
  /** The card that is chosen already; undefined for all. */
  chosen?: number | undefined;
  /** The days that are chosen already. */
  range: OpenRange;
};

type Props = DialogProps & { isOpen: boolean; onClose: () => void };

export function DocumentDialog({ name, chosen, range, isOpen, onClose }: Props) {
  const t = useT();
  const kind = documentKinds[name];
  const query = useQuery(cardsQuery);
  const user = useSessionUser();
  const hasName = Boolean(user?.first_name || user?.last_name);
  return (
    <Dialog title={kind.title(t)} isOpen={isOpen} onClose={onClose}>
      <p>{kind.intro(t)}</p>
      {!hasName && <p>{t('travelstatement.noName', { account: t('nav.account') })}</p>}
      <Loaded query={query} lines={6}>
        {({ items }) => <DocumentForm kind={kind} cards={items} chosen={chosen} range={range} onDone={onClose} />}
      </Loaded>
      {name === 'statement' && <MonthOffer />}
    </Dialog>
  );
}
