import { useQuery } from '@tanstack/react-query';
import { cardsQuery } from '../../features/cards/api/list-cards.ts';
import { StatementForm } from '../../features/payments/components/statement-form.tsx';
import { useT } from '../../lib/i18n.ts';
import { useSessionUser } from '../../passenger/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import type { OpenRange } from '../../ui/open-range.ts';

type Props = { range: OpenRange; isOpen: boolean; onClose: () => void };

export function StatementDialog({ range, isOpen, onClose }: Props) {
  const t = useT();
  const query = useQuery(cardsQuery);
  const user = useSessionUser();
  const hasName = Boolean(user?.first_name || user?.last_name);
  return (
    <Dialog title={t('travelstatement.title')} isOpen={isOpen} onClose={onClose}>
      <p>{t('travelstatement.intro')}</p>
      {!hasName && <p>{t('travelstatement.noName', { account: t('nav.account') })}</p>}
      <Loaded query={query} lines={6}>
        {({ items }) => <StatementForm cards={items} range={range} onDone={onClose} />}
      </Loaded>
    </Dialog>
  );
}
