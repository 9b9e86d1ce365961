import { useT } from '../../../lib/i18n.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { WorkIcon } from '../../../ui/area-icons.tsx';
import { OpeningDialog } from '../../../ui/opening-dialog.tsx';
import type { ChoiceProps } from './work-trips-dialog.tsx';

const loadDialog = async () => (await import('./work-trips-dialog.tsx')).WorkTripsDialog;
const WorkTripsDialog = lazyPart(loadDialog);

/** Offers to choose which trips of a page are for work. */
export function ChooseWorkTrips(choice: ChoiceProps) {
  const t = useT();
  return (
    <Permitted to="card-trips-history-table.work">
      <OpeningDialog variant="quiet" load={loadDialog} dialog={(state) => <WorkTripsDialog {...choice} {...state} />}>
        <WorkIcon />
        {t('work.choose')}
      </OpeningDialog>
    </Permitted>
  );
}
