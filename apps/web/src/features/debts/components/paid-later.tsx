import { useQuery } from '@tanstack/react-query';
import { useLocale, useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { DebtMark, debtsQuery } from '../../../passenger/debts.tsx';
import { RowList } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Summary } from '../../../ui/summary.tsx';
import { DebtHistory } from './debt-trips.tsx';

/** The fares of a card that were unpaid once, with what happened to each; nothing for a card that never owed anything. */
export function PaidLater({ cardId }: { cardId: number }) {
  const t = useT();
  const formats = useFormats();
  const { data } = useQuery(debtsQuery(cardId, useLocale()));
  const paid = data?.items.filter(({ state }) => state === 'ready') ?? [];
  if (paid.length === 0) return null;
  return (
    <Panel title={t('debts.paidLater')}>
      <RowList>
        {paid.map((debt) => (
          <li key={debt.paymentId}>
            <Summary
              name={formats.shortDay(debt.serviceDay)}
              amount={formats.money(debt.amount)}
              note={debt.srid}
              status={<DebtMark state={debt.state} />}
            />
            <DebtHistory debt={debt} />
          </li>
        ))}
      </RowList>
    </Panel>
  );
}
