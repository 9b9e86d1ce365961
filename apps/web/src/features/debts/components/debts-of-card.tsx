import { useQueryClient } from '@tanstack/react-query';
import type { Card } from '@tapfolio/contracts/cards.ts';
import type { Debt } from '@tapfolio/contracts/debts.ts';
import { useEffect, useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { reloadCard } from '../reload-card.ts';
import { useLiveDebts } from '../use-live-debts.ts';
import { DebtPanel } from './debt-panel.tsx';
import { ComingDebts, DebtSummary } from './debt-summary.tsx';

type Props = { card: Card; debt: NonNullable<Card['debt']> };

/** The unpaid fares of a card in their current states. */
export function DebtsOfCard({ card, debt }: Props) {
  const t = useT();
  const query = useLiveDebts(card.id);
  if (query.isPending) return <ComingDebts card={card} debt={debt} />;
  const loaded = (
    <Loaded query={query} failed={t('debts.loadFailed')}>
      {({ items }) => <Panels card={card} debt={debt} debts={items} />}
    </Loaded>
  );
  if (query.data !== undefined) return loaded;
  return (
    <DebtSummary card={card} debt={debt}>
      {loaded}
    </DebtSummary>
  );
}

/** A fare that was settled before the screen opened belongs to the history. One that is settled while the screen is open stays and says so. */
function Panels({ card, debt, debts }: Props & { debts: readonly Debt[] }) {
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set());
  const open = debts.filter(({ state }) => state !== 'ready').map(({ paymentId }) => paymentId);
  if (open.some((id) => !watched.has(id))) setWatched(new Set([...watched, ...open]));
  const shown = debts.filter(({ paymentId }) => watched.has(paymentId));
  if (shown.length === 0) return <WithoutFares card={card} debt={debt} />;
  return shown.map((one) => <DebtPanel key={one.paymentId} card={card} debt={one} debts={debts} />);
}

/** The card was read a little before or after its fares. If it still owes, it is read again: a fare that was settled meanwhile must leave no alarm. */
function WithoutFares({ card, debt }: Props) {
  const queries = useQueryClient();
  const owes = card.debt !== null;
  useEffect(() => {
    if (owes) reloadCard(queries, card.id);
  }, [owes, card.id, queries]);
  return owes && <DebtSummary card={card} debt={debt} />;
}
