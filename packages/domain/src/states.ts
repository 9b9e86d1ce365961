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

/** How a payment was made. emv: card schemes; ddm: direct debit; ssp: external payment provider; bal: balance; twint: the Swiss app. */
export const paymentMethods = ['emv', 'ddm', 'ssp', 'bal', 'twint'] as const;
/** How a payment was made. */
export type PaymentMethod = (typeof paymentMethods)[number];

/**
 * What a payment was for. trip: the fares of trips. refund: money that was given back. reservation: an amount that was set aside.
 * debt_recovery: an unpaid fare that was collected later. recover: a second attempt to collect. product: a ticket or pass. topup: money
 * that was loaded onto the card.
 */
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

/**
 * The collection state of a payment, as the specification spells it. open: not collected yet. pending: the bank's answer is awaited.
 * accepted: paid; nobody asks for a part that is not paid. payment_error: the bank refused, and the rest is owed. application_error: the
 * request to the bank failed, and the money may still come. corrupted: operator and bank contradict each other. none: nothing is due. lost: the bank refused
 * because the card is lost or stolen. card_dead: it refused because the card is no longer valid.
 */
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

/** The kind of vehicle of a trip. other: also where it is not known. */
export const transportTypes = ['bus', 'tram', 'rail', 'metro', 'trolleybus', 'other'] as const;
/** Kind of vehicle of a trip. */
export type TransportType = (typeof transportTypes)[number];

/** Where the fare of a trip comes from. provisional: the fare is not final. calculated: it is. fallback: a tap is missing, and a rule gave the fare. */
export const tripStatuses = ['provisional', 'calculated', 'fallback'] as const;
/** Whether a trip's fare is final, and where it comes from. */
export type TripStatus = (typeof tripStatuses)[number];

/** The state of a ticket or pass. active: until its validity ends; expired: from then on. */
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

/** Who the price is for. velo: full price with a bicycle; adult: 16 and over; halbtax: half price; child. */
export const userProfiles = ['velo', 'adult', 'halbtax', 'child'] as const;
/** Any other value is no profile. */
export const parseUserProfile = parser(userProfiles, undefined);

/** Where a package was sold. reader: with a tap; phone: by a call. */
export const channelTypes = ['app', 'web', 'machine', 'counter', 'phone', 'reader', 'other'] as const;
/** Where a package was sold. */
export type ChannelType = (typeof channelTypes)[number];

/** What is held to the reader. unidentified: it is not known. */
export const mediumTypes = ['plastic', 'phone', 'watch', 'unidentified'] as const;
/** What is held to the reader. */
export type MediumType = (typeof mediumTypes)[number];
/** An unknown value counts as `unidentified`; a later delivery may say more. */
export const parseMediumType = parser(mediumTypes, 'unidentified');

/** An unknown value counts as `active`, because the access status says what a card may do. */
export const parseCardStatus = parser(cardStatuses, 'active');

/** Whether the card has an unpaid fare. owed: it has, and the bank has not yet taken the money of all of them. */
export const debtStatuses = ['none', 'owed'] as const;
/** Whether a card has an unpaid fare. */
export type DebtStatus = (typeof debtStatuses)[number];

/** Whether readers let the card in. denied: the card is no longer valid, or the back office does not yet say that its fares are paid. */
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
