import type { Card } from '@tapfolio/contracts/cards.ts';
import type { ServiceDayRule } from '@tapfolio/domain/service-day.ts';
import { useT } from '../../lib/i18n.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { CardNumber } from '../../passenger/card-number.tsx';
import { useSessionUser } from '../../passenger/session.ts';
import type { OpenRange } from '../../ui/open-range.ts';
import style from './history.module.css';
import { PeriodText } from './period-text.tsx';

/** What a printed page must name: the portal, its address, the passenger who has given a name, the card, the period. */
export function PrintedHead({ card, range, days }: { card: Card; range: OpenRange; days: ServiceDayRule }) {
  const t = useT();
  const { brand } = usePortalConfig();
  const user = useSessionUser();
  const name = [user?.first_name, user?.last_name].filter(Boolean).join(' ');
  return (
    <dl className={style.printed}>
      <dt>{brand.name}</dt>
      <dd translate="no">{brand.payeeLabel}</dd>
      <dt>{t('cards.printedFrom')}</dt>
      <dd>{location.host}</dd>
      {name !== '' && (
        <>
          <dt>{t('cards.printedName')}</dt>
          <dd>
            <bdi>{name}</bdi>
          </dd>
        </>
      )}
      <dt>{t('cards.chosen')}</dt>
      <dd>
        <bdi>{card.name}</bdi> {card.lastFour !== null && <CardNumber lastFour={card.lastFour} />}
      </dd>
      <dt>{t('cards.period')}</dt>
      <dd>
        <PeriodText range={range} days={days} />
      </dd>
    </dl>
  );
}
