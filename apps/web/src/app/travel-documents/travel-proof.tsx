import { rangeOfDays, serviceDayOf } from '@tapfolio/domain/service-day.ts';
import { useT } from '../../lib/i18n.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import type { OpenRange } from '../../ui/open-range.ts';
import { TravelDocument } from './travel-document.tsx';

/** Offers the trips of some days with a card as a document. */
export function TravelProof({ cardId, range }: { cardId: number; range: OpenRange }) {
  const t = useT();
  return (
    <Permitted to="card-trips-history-table.proof">
      <TravelDocument name="proof" chosen={cardId} range={range} label={t('travelproof.title')} />
    </Permitted>
  );
}

/**
 * Offers the trips of the day of a trip. Documents count days as the portal's own operator does; the day of a partner's trip may be
 * another one.
 */
export function ProofOfDay({ cardId, startedAt }: { cardId: number; startedAt: string }) {
  const t = useT();
  const days = usePortalConfig();
  const day = serviceDayOf(startedAt, days);
  return (
    <Permitted to="card-trips-history-table.proof">
      <TravelDocument
        name="proof"
        chosen={cardId}
        range={rangeOfDays(day, day, days)}
        label={t('travelproof.ofDay')}
        variant="secondary"
      />
    </Permitted>
  );
}
