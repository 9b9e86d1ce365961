import { type CardStatus, cardStatuses, isRefusedCard } from './card-status.ts';
import { type DebtState, settledDebtStates } from './debt-states.ts';

/**
 * The value lists of payments, trips, products and cards. Most columns hold these values and no others, by constraints of
 * the database. Columns that keep what was delivered are read through `parse…`: it maps an unknown value to a
 * known one (or to `undefined` if the field may be empty), so that no screen breaks.
 */

function parser<const V extends string, const F>(values: readonly V[], fallback: F): (text: unknown) => V | F {
  return (text) => values.find((value) => value === text) ?? fallback;
}

/** emv: card schemes; ddm: direct debit; ssp: external payment provider; bal: balance; twint: the Swiss app. */
export const paymentMethods = ['emv', 'ddm', 'ssp', 'bal', 'twint'] as const;
/** How a payment was made. */
export type PaymentMethod = (typeof paymentMethods)[number];

/** What a payment was for. */
export const paymentReasons = [
  'trip',
  'refund',
  'reservation',
  'debt_recovery',
  'recover',
  'product',
  'topup',
] as const;
/** What a payment was for. */
export type PaymentReason = (typeof paymentReasons)[number];
/** Reasons of payments that only report money of another one: given back, or collected later. */
export const movementReasons: readonly PaymentReason[] = ['refund', 'debt_recovery', 'recover'];

/** The collection state of a payment, as the specification spells it. */
export const paymentStatuses = [
  'open',
  'pending',
  'accepted',
  'payment_error',
  'application_error',
  'corrupted',
  'none',
  'lost',
  'card_dead',
] as const;
/** The collection state of a payment. */
export type PaymentStatus = (typeof paymentStatuses)[number];
/** What the collection state of a payment says of the part that is not paid. */
const partNotPaid = {
  open: 'awaited',
  pending: 'awaited',
  accepted: 'paid',
  payment_error: 'refused',
  application_error: 'awaited',
  corrupted: 'unknown',
  none: 'not asked for',
  lost: 'refused',
  card_dead: 'refused',
} as const satisfies Record<PaymentStatus, 'awaited' | 'paid' | 'refused' | 'not asked for' | 'unknown'>;
const statusesThatSay = (what: (typeof partNotPaid)[PaymentStatus]): readonly PaymentStatus[] =>
  paymentStatuses.filter((status) => partNotPaid[status] === what);

/** The bank refused to pay, so what is missing is owed. In the other states the money may still come. */
export const refusedPaymentStatuses = statusesThatSay('refused');
/** The bank is still to be asked, or still to answer. */
export const awaitedPaymentStatuses = statusesThatSay('awaited');
/** It is not known yet what becomes of the part that is not paid. */
export const undecidedPaymentStatuses: readonly PaymentStatus[] = [
  ...awaitedPaymentStatuses,
  ...statusesThatSay('unknown'),
];

/** Kinds of vehicle a trip can have. */
export const transportTypes = ['bus', 'tram', 'rail', 'metro', 'trolleybus', 'other'] as const;
/** Kind of vehicle of a trip. */
export type TransportType = (typeof transportTypes)[number];

/** provisional: shown as Started; calculated: Finished; fallback: Broken (a tap is missing, a rule gave the fare). */
export const tripStatuses = ['provisional', 'calculated', 'fallback'] as const;
/** Whether a trip's fare is final, and where it comes from. */
export type TripStatus = (typeof tripStatuses)[number];

/** State of a ticket or pass. */
export const productStatuses = ['active', 'used', 'expired', 'cancelled'] as const;
/** State of a ticket or pass. */
export type ProductStatus = (typeof productStatuses)[number];

/** Class of travel of a product. */
export const fareClasses = ['first', 'second'] as const;
/** Class of travel of a product. */
export type FareClass = (typeof fareClasses)[number];
const parseShortFareClass = parser(fareClasses, undefined);
/** Reads `first` and `firstClass` alike; anything else is no class. */
export function parseFareClass(text: unknown): FareClass | undefined {
  return parseShortFareClass(typeof text === 'string' ? text.replace(/Class$/, '') : text);
}

/** Whether a product covers the way back. */
export const roundTripTypes = ['single', 'return'] as const;
/** Any other value is no type. */
export const parseRoundTripType = parser(roundTripTypes, undefined);

/** velo: full price with a bicycle; adult: 16 and over; halbtax: half price; child. */
export const userProfiles = ['velo', 'adult', 'halbtax', 'child'] as const;
/** Any other value is no profile. */
export const parseUserProfile = parser(userProfiles, undefined);

/** Where a package was sold; reader: with a tap, phone: by a call. */
export const channelTypes = ['app', 'web', 'machine', 'counter', 'phone', 'reader', 'other'] as const;
/** Where a package was sold. */
export type ChannelType = (typeof channelTypes)[number];

/** What is held to the reader. */
export const mediumTypes = ['plastic', 'phone', 'watch', 'unidentified'] as const;
/** What is held to the reader. */
export type MediumType = (typeof mediumTypes)[number];
/** An unknown value counts as `unidentified`; a later delivery may say more. */
export const parseMediumType = parser(mediumTypes, 'unidentified');

/** An unknown value counts as `active`, because the access status says what a card may do. */
export const parseCardStatus = parser(cardStatuses, 'active');

/** owed: a fare could not be collected. */
export const debtStatuses = ['none', 'owed'] as const;
/** Whether a card has an unpaid fare. */
export type DebtStatus = (typeof debtStatuses)[number];

/** Whether readers let the card in. */
export const accessStatuses = ['granted', 'denied'] as const;
/** Whether readers let the card in. */
export type AccessStatus = (typeof accessStatuses)[number];
/** A card has debt until the bank took the money of every unpaid fare. */
export function debtStatusOf(fares: readonly DebtState[]): DebtStatus {
  return fares.every((state) => settledDebtStates.includes(state)) ? 'none' : 'owed';
}

/**
 * Readers refuse a card until the back office says for every unpaid fare that the card can travel. They always refuse a card that the
 * bank no longer guarantees.
 */
export function accessStatusOf(fares: readonly DebtState[], status: CardStatus): AccessStatus {
  if (isRefusedCard(status)) return 'denied';
  return fares.every((state) => state === 'ready') ? 'granted' : 'denied';
}

/** active: may sign in; deactivated: by the operator; expired: its time is over; anonymised: closed, and belongs to no person any more. */
export const accountStatuses = ['active', 'deactivated', 'expired', 'anonymised'] as const;
