import { useQuery } from '@tanstack/react-query';
import type { Card, CardOverview } from '@tapfolio/contracts/cards.ts';
import { cardStateOf } from '../../features/cards/card-state.ts';
import { CardOutOfUse } from '../../features/cards/components/card-out-of-use.tsx';
import { DebtSummary } from '../../features/debts/components/debt-summary.tsx';
import { useLocale, useT } from '../../lib/i18n.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { debtsQuery } from '../../passenger/debts.tsx';
import { owedWith } from '../../passenger/owed-with.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Quiet, Stack } from '../../ui/layout.tsx';
import { DataUpTo } from '../history/data-up-to.tsx';

type Props = { overview: CardOverview; onFare: () => void };

/** Why readers refuse this card, as far as the delivered data say it, and how far they reach. It claims nothing that they do not prove. */
export function KnownOfCard({ overview: { card, dataUpTo }, onFare }: Props) {
  const t = useT();
  return (
    <Stack gap={3}>
      {card.debt && (
        <DebtSummary card={card} debt={card.debt}>
          {owedWith(card) && <Button onClick={onFare}>{t('readers.toFare')}</Button>}
        </DebtSummary>
      )}
      <CardOutOfUse card={card} />
      <InUse card={card} />
      <DataUpTo instant={dataUpTo} />
      <Quiet>{t('readers.sameCard')}</Quiet>
    </Stack>
  );
}

/** A card that nothing keeps from travelling now: it may have been replaced, or refused for a fare that is settled since. */
function InUse({ card }: { card: Card }) {
  const t = useT();
  const state = cardStateOf(card);
  if (state !== 'ready' && state !== 'replaced') return null;
  const isReplaced = state === 'replaced' || card.replacement !== null;
  return (
    <>
      {isReplaced ? (
        <Alert type="warning" isStanding title={t('cards.stateReplaced')}>
          {t('readers.replacedText')}
        </Alert>
      ) : (
        <Alert type="info" isStanding title={t('readers.goodTitle')}>
          {t('readers.goodText')}
        </Alert>
      )}
      <OnceUnpaid cardId={card.id} />
    </>
  );
}

/** Fares of the last weeks that were unpaid for a while: the card may have been refused until each was settled. */
function OnceUnpaid({ cardId }: { cardId: number }) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePortalConfig();
  const { data } = useQuery(debtsQuery(cardId, useLocale()));
  const settled = data?.items.filter(({ state }) => state === 'ready') ?? [];
  return settled.map(({ paymentId, serviceDay, stateAt }) => (
    <p key={paymentId}>
      {t('readers.wasUnpaid', { date: formats.shortDay(serviceDay), time: formats.dateTime(stateAt, timeZone) })}
    </p>
  ));
}
