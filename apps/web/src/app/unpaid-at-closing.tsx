import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import type { ReactNode } from 'react';
import { cardsQuery } from '../features/cards/api/list-cards.ts';
import { useT } from '../lib/i18n.ts';
import { useFormats } from '../lib/use-formats.ts';
import { owedWith } from '../passenger/owed-with.ts';
import { Permitted } from '../passenger/permitted.tsx';
import { Alert } from '../ui/alert.tsx';
import { buttonClass } from '../ui/button-class.ts';

/**
 * What the passenger still owes with each card: deleting the account pays none of it. One general sentence if nothing is owed,
 * or if it is not known.
 */
export function UnpaidAtClosing() {
  const t = useT();
  const inGeneral = <p>{t('account.closeDebt')}</p>;
  return (
    <Permitted to="card" otherwise={inGeneral}>
      <OwingCards otherwise={inGeneral} />
    </Permitted>
  );
}

function OwingCards({ otherwise }: { otherwise: ReactNode }) {
  const t = useT();
  const formats = useFormats();
  const { data } = useQuery(cardsQuery);
  const owing = (data?.items ?? []).flatMap((card) => {
    const debt = owedWith(card);
    return debt ? [{ card, debt }] : [];
  });
  if (owing.length === 0) return otherwise;
  return owing.map(({ card: { id, name }, debt: { due, serviceDay } }) => (
    <Alert key={id} type="warning" title={t('debts.heading', { card: name })} isStanding>
      <p>{t('cards.debtOwed', { amount: formats.amounts(due), date: formats.shortDay(serviceDay) })}</p>
      <p>{t('account.closeDebt')}</p>
      <Link to={pathOf('card')} search={{ id }} className={buttonClass('link')}>
        {t('cards.addOpenOwn')}
      </Link>
    </Alert>
  ));
}
