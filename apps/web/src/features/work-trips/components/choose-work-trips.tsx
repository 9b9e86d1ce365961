import { Suspense, useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { WorkIcon } from '../../../ui/area-icons.tsx';
import { Boundary } from '../../../ui/boundary.tsx';
import { OpeningButton } from '../../../ui/opening-button.tsx';
import type { ChoiceProps } from './work-trips-dialog.tsx';

const loadDialog = async () => (await import('./work-trips-dialog.tsx')).WorkTripsDialog;
const WorkTripsDialog = lazyPart(loadDialog);

/** Offers to choose which trips of a page are for work. */
export function ChooseWorkTrips(choice: ChoiceProps) {
  const t = useT();
  const [isAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const handleOpen = (): void => {
    setAsked(true);
    setOpen(true);
  };
  return (
    <Permitted to="card-trips-history-table.work">
      <OpeningButton variant="quiet" load={loadDialog} onOpen={handleOpen}>
        <WorkIcon />
        {t('work.choose')}
      </OpeningButton>
      {isAsked && (
        <Boundary>
          <Suspense>
            <WorkTripsDialog {...choice} isOpen={isOpen} onClose={() => setOpen(false)} />
          </Suspense>
        </Boundary>
      )}
    </Permitted>
  );
}
