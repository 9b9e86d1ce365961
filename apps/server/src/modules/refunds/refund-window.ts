import { wholeHistory } from '../../gate/own-media.ts';
import { isoInstant } from '../../lib/iso-instant.ts';
import { tripsOfWindows } from '../travel/payment-facts.service.ts';

/** Between which instants the trips of a payment lie that opened at this time. */
export function tripsAround(mediumId: string, openedAt: string): ReturnType<typeof tripsOfWindows> {
  return tripsOfWindows([{ opened_at: isoInstant(openedAt), closed_at: null }], wholeHistory(mediumId));
}
