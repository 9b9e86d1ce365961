import { useQuery } from '@tanstack/react-query';
import type { CardClaim, CardClaimList, ClaimedCard } from '@tapfolio/contracts/card-claims.ts';
import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { WhomToAsk } from '../../../passenger/whom-to-ask.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Coming } from '../../../ui/held-back.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { cardClaimsQuery, useObjectToClaim, useWithdrawClaim } from '../api/card-claims.ts';
import { ConfirmedStep } from './confirmed-step.tsx';

/** Notices about claims; with a card id, only about claims of that card. */
export function LoadedClaimNotices({ cardId }: { cardId: number | undefined }) {
  const t = useT();
  const query = useQuery(cardClaimsQuery);
  // Most passengers have no claim, so no space is reserved for one.
  if (query.data === undefined && query.errorUpdateCount === 0) return <Coming />;
  return (
    <Loaded query={query} failed={t('claims.loadFailed')}>
      {(list) => <Notices list={list} cardId={cardId} />}
    </Loaded>
  );
}

function Notices({ list, cardId }: { list: CardClaimList; cardId: number | undefined }) {
  const claimed = list.claimed.filter((one) => cardId === undefined || one.cardId === cardId);
  return (
    <>
      {claimed.map((one) =>
        one.state === 'open' ? <Claimed key={one.id} one={one} /> : <Moved key={one.id} one={one} />,
      )}
      {cardId === undefined && list.own.map((claim) => <Own key={claim.id} claim={claim} />)}
    </>
  );
}

function useDate(): (instant: string) => string {
  const formats = useFormats();
  const { timeZone } = usePortalConfig();
  return (instant) => formats.date(instant, timeZone);
}

function Claimed({ one: { id, cardName: card, objectUntil } }: { one: ClaimedCard }) {
  const t = useT();
  const date = useDate()(objectUntil);
  const object = useObjectToClaim(id);
  return (
    <ConfirmedStep
      type="warning"
      title={t('claims.againstTitle', { card })}
      text={t('claims.againstText', { date })}
      action={t('claims.object')}
      variant="primary"
      ask={{ title: t('claims.objectTitle', { card }), text: t('claims.objectText') }}
      take={object.mutateAsync}
      done={(now) => now('claims.objectDone', { card })}
      failed={(now) => now('claims.objectFailed')}
    />
  );
}

function Moved({ one: { cardName: card, objectUntil } }: { one: ClaimedCard }) {
  const t = useT();
  const date = useDate()(objectUntil);
  return (
    <Alert type="info" title={t('claims.movedTitle', { card })} isStanding>
      <p>
        {t('claims.movedText', { date })} <Permitted to="card-add.claim">{t('claims.movedAgain')}</Permitted>
      </p>
    </Alert>
  );
}

/** A withdrawn claim needs no notice, and neither does a granted one: the card was theirs. */
function Own({ claim: { id, name: card, state, objectUntil, endedAt } }: { claim: CardClaim }) {
  const t = useT();
  const dateOf = useDate();
  const withdraw = useWithdrawClaim(id);
  const date = dateOf(endedAt ?? objectUntil);
  if (state === 'objected')
    return (
      <Alert type="info" title={t('claims.ownObjectedTitle', { card })} isStanding>
        <p>
          {t('claims.ownObjectedText', { date })} <WhomToAsk />
        </p>
      </Alert>
    );
  if (state === 'void')
    return (
      <Alert type="info" title={t('claims.ownVoidTitle', { card })} isStanding>
        <p>
          {t('claims.ownVoidText', { date })} <Permitted to="card-add.claim">{t('claims.ownVoidAgain')}</Permitted>
        </p>
      </Alert>
    );
  if (state !== 'open') return null;
  return (
    <ConfirmedStep
      type="info"
      title={t('claims.ownOpenTitle', { card })}
      text={t('claims.ownOpenText', { date })}
      action={t('claims.withdraw')}
      variant="secondary"
      ask={{ title: t('claims.withdrawTitle', { card }), text: <WithdrawText /> }}
      take={withdraw.mutateAsync}
      done={(now) => now('claims.withdrawDone', { card })}
      failed={(now) => now('claims.withdrawFailed')}
    />
  );
}

function WithdrawText() {
  const t = useT();
  return (
    <>
      {t('claims.withdrawText')} <Permitted to="card-add.claim">{t('claims.withdrawAgain')}</Permitted>
    </>
  );
}
