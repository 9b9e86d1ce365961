import type { Card } from '@tapfolio/contracts/cards.ts';
import { schemeName } from '@tapfolio/domain/scheme-name.ts';
import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { CardNumber } from '../../../passenger/card-number.tsx';
import { owedWith } from '../../../passenger/owed-with.ts';
import { Facts } from '../../../ui/facts.tsx';
import { StatusText } from '../../../ui/status-text.tsx';

/** Everything known about a card (CARD-01); its number shows the last digits only. */
export function CardFacts({ card }: { card: Card }) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePortalConfig();
  const owed = owedWith(card);
  const kind = t(`common.mediumType.${card.mediumType}`);
  return (
    <Facts
      facts={[
        { label: t('cards.factKind'), value: card.scheme ? `${schemeName(card.scheme)} · ${kind}` : kind },
        { label: t('cards.factNumber'), value: <CardNumber lastFour={card.lastFour} /> },
        { label: t('cards.factStatus'), value: t(`common.cardStatus.${card.status}`) },
        {
          label: t('cards.factAccess'),
          value: (
            <StatusText tone={card.accessStatus === 'granted' ? 'success' : 'danger'}>
              {t(`common.accessStatus.${card.accessStatus}`)}
            </StatusText>
          ),
        },
        {
          label: t('cards.factDebt'),
          value: owed
            ? t('cards.debtOwed', { amount: formats.amounts(owed.due), date: formats.shortDay(owed.serviceDay) })
            : t('common.none'),
        },
        {
          label: t('cards.factLinked'),
          value: t('cards.factLinkedSince', { date: formats.date(card.linkedAt, timeZone) }),
        },
      ]}
    />
  );
}
