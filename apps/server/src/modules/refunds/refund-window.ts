import { wholeHistory } from '../../gate/own-media.ts';
import { tripsOfWindows } from '../travel/payment-facts.service.ts';

/** Between which instants the trips of a payment lie, by its opening and, if known, its closing. */
export function tripsAround(
  mediumId: string,
  openedAt: string,
  closedAt: string | null = null,
): ReturnType<typeof tripsOfWindows> {
  return tripsOfWindows([{ opened_at: openedAt, closed_at: closedAt }], wholeHistory(mediumId));
}
