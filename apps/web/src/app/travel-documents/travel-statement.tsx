import { useT } from '../../lib/i18n.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import type { OpenRange } from '../../ui/open-range.ts';
import { TravelDocument } from './travel-document.tsx';

/** Offers the payments of a period with all cards as a document. */
export function TravelStatement({ range }: { range: OpenRange }) {
  const t = useT();
  return (
    <Permitted to="card-payments-history-table.statement">
      <TravelDocument name="statement" range={range} label={t('travelstatement.title')} />
    </Permitted>
  );
}
