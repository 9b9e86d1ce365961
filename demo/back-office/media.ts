import { hashedUuid, sha256 } from '@tapfolio/server/src/lib/hashing.ts';

/** A card, phone or watch as the back office knows it. */
export interface Medium {
  token: string;
  /** Payment account reference: the same for a card and the phone it was put on. */
  account: string;
  brand: 'VISA' | 'MC' | 'AMEX';
  formFactor: 'plastic' | 'phone' | 'watch';
  lastFour: string;
}

/** A medium whose every identifier follows from its label, so that a later start finds the same card. */
export function mediumOf(label: string, look: Pick<Medium, 'brand' | 'formFactor' | 'lastFour'>): Medium {
  return { token: hashedUuid(`demo medium ${label}`), account: hashedUuid(`demo account ${label}`), ...look };
}

/** The card that the bank gives out in place of another: new in all but the payment account behind it. */
export function successorOf(medium: Medium, label: string, lastFour: string): Medium {
  const { brand, formFactor, account } = medium;
  return { ...mediumOf(label, { brand, formFactor, lastFour }), account };
}

const letters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The fourteen characters on the statement line of one card and service day. */
export function sridOf(medium: Medium, day: string): string {
  const digest = sha256(`demo srid ${medium.token} ${day}`);
  return Array.from(digest.subarray(0, 14), (byte) => letters[byte % letters.length]).join('');
}
