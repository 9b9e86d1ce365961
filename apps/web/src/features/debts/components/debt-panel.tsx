import { useQueryClient } from '@tanstack/react-query';
import type { Card } from '@tapfolio/contracts/cards.ts';
import type { Debt } from '@tapfolio/contracts/debts.ts';
import type { Money } from '@tapfolio/domain/money.ts';
import { useT } from '../../../lib/i18n.ts';
import { maskedNumber } from '../../../passenger/card-number.tsx';
import { PaymentLink } from '../../../passenger/payment-link.tsx';
import { Permitted } from '../../../passenger/permitted.tsx';
import { cardsKey } from '../../../passenger/query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { alertTypeOf } from '../alert-type.ts';
import { payDebt } from '../api/pay-debt.ts';
import { outlookOf } from '../card-outlook.ts';
import { headingOf } from '../heading-of.ts';
import { useOutcomeNotice } from '../use-outcome-notice.ts';
import style from './debt-panel.module.css';
import { DebtProgress } from './debt-progress.tsx';
import { DebtHistory, DebtTrips } from './debt-trips.tsx';
import { PayDebt } from './pay-debt.tsx';

/** One of the unpaid fares of a card: its state, its button, its trips and what happened to it. */
export function DebtPanel({ card, debt, debts }: { card: Card; debt: Debt; debts: readonly Debt[] }) {
  const t = useT();
  const queries = useQueryClient();
  const outlook = outlookOf(card, debt, debts);
  useOutcomeNotice(debt, outlook === 'travels' ? card.name : undefined);
  // A mark of direction, so that the number stays whole behind a name that is written from right to left.
  const named = card.lastFour === null ? card.name : `${card.name}\u200E (${maskedNumber(card.lastFour)})`;
  const pay = ({ amountMinor, currency }: Money) =>
    payDebt({ params: { cardId: card.id, paymentId: debt.paymentId }, body: { amountMinor, currency } }, debt);
  return (
    <Alert type={alertTypeOf(debt.state)} isStanding title={t(`debts.heading${headingOf(debt)}`, { card: card.name })}>
      <Stack gap={3}>
        <DebtProgress debt={debt} outlook={outlook} />
        <Permitted to="card.pay-debt">
          <PayDebt debt={debt} pay={pay} onAnswer={() => queries.invalidateQueries({ queryKey: cardsKey })}>
            {(amount) => t('debts.dialogText', { amount, card: named, srid: debt.srid ?? '–' })}
          </PayDebt>
        </Permitted>
        <div className={style.details}>
          <DebtTrips debt={debt} />
          <DebtHistory debt={debt} />
        </div>
        <Permitted to="card-payments-history-table">
          <p className={style.link}>
            <PaymentLink cardId={card.id} payment={{ id: debt.paymentId, openedAt: debt.since }}>
              {t('trips.paymentLink')}
            </PaymentLink>
          </p>
        </Permitted>
      </Stack>
    </Alert>
  );
}
