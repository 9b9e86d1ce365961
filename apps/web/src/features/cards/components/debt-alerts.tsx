import { Link } from '@tanstack/react-router';
import type { Card } from '@tapfolio/contracts/cards.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../../lib/i18n.ts';
import { Permitted } from '../../../lib/permitted.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { Alert } from '../../../ui/alert.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import style from './debt-alerts.module.css';

/** The period in which nothing but the unpaid payment was opened. */
const minuteAfter = (instant: string): string => new Date(Date.parse(instant) + 60_000).toISOString();

/** Unpaid fares: the first thing on any screen that has them, each with its one button. */
export function DebtAlerts({ cards }: { cards: readonly Card[] }) {
  const t = useT();
  const formats = useFormats();
  return cards.map(({ id, name, debt }) => {
    if (!debt) return null;
    const values = { amount: formats.money(debt.due), date: formats.date(debt.since, debt.timeZone) };
    return (
      <Alert key={id} type="danger" title={t('home.debtHeading', { card: name })}>
        <div className={style.debt}>
          <p>{t('home.debtText', values)}</p>
          <Permitted to="card-payments-history-table">
            <Link
              to={pathOf('card-payments-history-table')}
              params={{ id: String(id) }}
              search={{ from: debt.since, to: minuteAfter(debt.since) }}
              className={buttonClass('primary')}
            >
              {t('home.debtAction')}
            </Link>
          </Permitted>
        </div>
      </Alert>
    );
  });
}
