import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import type { Money } from '@tapfolio/domain/money.ts';
import { useId } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Quiet, Stack } from '../../../ui/layout.tsx';
import { StatusText } from '../../../ui/status-text.tsx';
import { isToBeCharged } from '../payment-states.ts';
import style from './payment-details.module.css';

type Charge = PaymentDetail['charges'][number];

/** Money that comes back is written with a minus: it lowers what was paid. */
export function signedAmount({ amount, direction }: Charge): Money {
  return direction === 'credit' ? { ...amount, amountMinor: -amount.amountMinor } : amount;
}

/**
 * What was charged and given back, oldest first; a refused charge is shown although it moved no money. Nothing is shown while the
 * movements of a payment that is paid or refused have not reached us.
 */
export function BankMovements({ payment }: { payment: PaymentDetail }) {
  const t = useT();
  const formats = useFormats();
  const headingId = useId();
  if (payment.charges.length === 0 && !isToBeCharged(payment.status)) return null;
  return (
    <Stack as="section" gap={2}>
      <h3 id={headingId}>{t('payments.bankHeading')}</h3>
      {payment.charges.length === 0 ? (
        <Quiet>{t('payments.bankNone')}</Quiet>
      ) : (
        <dl className={style.sum} aria-labelledby={headingId}>
          {Object.entries(payment.charges).map(([place, charge]) => (
            <Movement key={place} charge={charge} timeZone={payment.timeZone} />
          ))}
          {payment.alsoCollected.map(({ paymentId, serviceDay, amount }) => (
            <div key={paymentId}>
              <dt>{t('payments.alsoCollected', { date: formats.shortDay(serviceDay) })}</dt>
              <dd>{formats.money(amount)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Stack>
  );
}

function Movement({ charge, timeZone }: { charge: Charge; timeZone: string }) {
  const t = useT();
  const formats = useFormats();
  return (
    <div>
      <dt>
        {t(`payments.charge_${charge.kind}`)}
        <br />
        <Quiet as="span">{charge.at ? formats.dateTime(charge.at, timeZone) : t('payments.chargeTimeUnknown')}</Quiet>
      </dt>
      <dd className={charge.approved ? undefined : style.words}>
        {charge.approved ? (
          formats.money(signedAmount(charge))
        ) : (
          <StatusText tone="danger">{t('payments.chargeRefused')}</StatusText>
        )}
      </dd>
    </div>
  );
}
