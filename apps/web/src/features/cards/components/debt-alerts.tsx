import { Link } from '@tanstack/react-router';
import type { Card } from '@tapfolio/contracts/cards.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useLocale, useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { openRow } from '../../../passenger/open-row.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Stack } from '../../../ui/layout.tsx';

type Props = {
  cards: readonly Card[];
  /** False on the page that the button leads to. */
  hasLink?: boolean;
};

/** Unpaid fares: the first thing on any screen that has them, with what happens next and the way to the payment. */
export function DebtAlerts({ cards, hasLink = true }: Props) {
  const t = useT();
  const formats = useFormats();
  return cards.map(({ id, name, debt }) => {
    if (!debt) return null;
    const values = { amount: formats.amounts(debt.due), date: formats.date(debt.since, debt.timeZone) };
    return (
      <Alert key={id} type="danger" isStanding title={t('home.debtHeading', { card: name })}>
        <Stack gap={3} isStart>
          <p>{t('home.debtText', values)}</p>
          <p>
            {t('home.debtNext')} <WhomToAsk />
          </p>
          {hasLink && (
            <Permitted to="card-payments-history-table">
              <Link
                to={pathOf('card-payments-history-table')}
                params={{ id: String(id) }}
                search={openRow(debt.paymentId, debt.since)}
                className={buttonClass('primary')}
              >
                {t('home.debtAction')}
              </Link>
            </Permitted>
          )}
        </Stack>
      </Alert>
    );
  });
}

function WhomToAsk() {
  const t = useT();
  const { contacts } = usePortalConfig();
  const { phone, email } = contacts[useLocale()] ?? {};
  if (phone) return t('home.debtContactPhone', { phone });
  return email ? t('home.debtContactEmail', { email }) : null;
}
