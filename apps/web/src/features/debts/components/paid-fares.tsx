import type { Debt } from '@tapfolio/contracts/debts.ts';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { DebtMark, paidLater } from '../../../passenger/debts.tsx';
import { RowList } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Summary } from '../../../ui/summary.tsx';
import { Verbatim } from '../../../ui/verbatim.tsx';
import style from './debt-panel.module.css';
import { DebtHistory } from './debt-trips.tsx';

/** Fares that were unpaid once, with what was paid of each later and what happened to it. */
export function PaidFares({ debts }: { debts: readonly Debt[] }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Panel title={t('debts.onceUnpaid')}>
      <RowList>
        {debts.map((debt) => (
          <li key={debt.paymentId}>
            <Summary
              name={formats.shortDay(debt.serviceDay)}
              amount={formats.money(paidLater(debt) ?? debt.amount)}
              note={debt.srid && <Verbatim>{debt.srid}</Verbatim>}
              status={<DebtMark debt={debt} />}
              below={debt.writtenOff && t('debts.writtenOff', { amount: formats.money(debt.writtenOff) })}
            />
            <div className={style.details}>
              <DebtHistory debt={debt} />
            </div>
          </li>
        ))}
      </RowList>
    </Panel>
  );
}
