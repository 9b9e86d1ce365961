import type { TripPage } from '@tapfolio/contracts/trips.ts';
import { roomy, useMediaQuery } from '../../../lib/use-media-query.ts';
import { TripRows } from './trip-rows.tsx';
import { TripTable } from './trip-table.tsx';

type Props = { page: TripPage; cardId: number; caption: string; open: string | undefined };

export function TripList(props: Props) {
  return useMediaQuery(roomy) ? <TripTable {...props} /> : <TripRows {...props} />;
}
