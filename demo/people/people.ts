import type { DeclineCode } from '@tapfolio/domain/decline-codes.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { type Medium, mediumOf, successorOf } from '../back-office/media.ts';
import type { FaultWish } from '../bank/wire.ts';
import {
  acrossTheLake,
  afterReplacement,
  beforeReplacement,
  commuting,
  courier,
  errands,
  firstTrips,
  fiveTrips,
  type Habit,
  lakesideRun,
  studying,
  unpaid,
} from './habits.ts';

export interface DemoCard {
  name: string;
  medium: Medium;
  habit: Habit;
  /** The card that the bank gave out in place of this one; nobody has linked it. */
  successor?: DemoCard;
  /** Its holder has lost it. */
  isLost?: boolean;
}

export interface DemoPerson {
  /** By what the person is known. */
  kind: string;
  /** What signing in as this person shows, as printed at start. */
  shows: string;
  email: string;
  language: Locale;
  cards: [DemoCard, ...DemoCard[]];
  /** Packages bought with the first card that are favourites, under names of their own. */
  favourites?: readonly { packageName: string; name: string }[];
  /** What the bank does when the unpaid fare of the first card is paid; it takes it by itself. */
  bank?: Omit<FaultWish, 'statementReference'>;
  /** The operator gave the first trip of the last day with five trips back. */
  isRefunded?: boolean;
  /** Whose first card this person claims, and what they will call it. */
  claims?: { email: string; name: string };
  /** How the account stands, when it is not simply open. */
  state?: 'locked' | 'mustChange' | 'expired' | 'deactivated';
  /** Set for whom the identity provider signs in; such a person has no password with the portal. */
  provider?: { firstName: string; lastName: string };
}

/** One password for everybody in the city; it meets the default rules. */
export const demoPassword = 'Heron-Bridge-at-dawn-7';

const plastic = (label: string, brand: Medium['brand'], lastFour: string): Medium =>
  mediumOf(label, { brand, formFactor: 'plastic', lastFour });

const refusing = (declineCode: DeclineCode): FaultWish => ({ fault: 'decline', declineCode });

/** The passengers of the demonstration. A new kind of passenger is one more entry. */
export const people: DemoPerson[] = [
  {
    kind: 'Fresh',
    shows: 'a first week in the city, with two trips',
    email: 'noah@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'My card', medium: plastic('noah', 'VISA', '4821'), habit: firstTrips }],
  },
  {
    kind: 'Regular',
    shows: 'three cards, caps, passes, delivered refunds, products, and a favourite with room for one more',
    email: 'maya@port-lumiere.example',
    language: 'en_CA',
    cards: [
      { name: 'Everyday Visa', medium: plastic('maya plastic', 'VISA', '7730'), habit: commuting },
      {
        name: 'Work phone',
        medium: mediumOf('maya phone', { brand: 'MC', formFactor: 'phone', lastFour: '0192' }),
        habit: errands,
      },
      {
        name: 'Running watch',
        medium: mediumOf('maya watch', { brand: 'MC', formFactor: 'watch', lastFour: '5566' }),
        habit: lakesideRun,
      },
    ],
    favourites: [{ packageName: 'Ten rides, adult', name: 'Ten rides for visitors' }],
  },
  {
    kind: 'In debt',
    shows: 'an unpaid fare that the bank takes when it is paid',
    email: 'samuel@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Mastercard', medium: plastic('samuel', 'MC', '3308'), habit: unpaid }],
  },
  {
    kind: 'Refused by the bank',
    shows: 'an unpaid fare that the bank refuses to take, for want of money',
    email: 'nadia@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Debit card', medium: plastic('nadia', 'MC', '5127'), habit: unpaid }],
    bank: refusing('insufficient_funds'),
  },
  {
    kind: 'Refused for good',
    shows: 'an unpaid fare that the bank refuses to take: the card is blocked',
    email: 'victor@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Blue card', medium: plastic('victor', 'VISA', '9346'), habit: unpaid }],
    bank: refusing('card_blocked'),
  },
  {
    kind: 'Bank without an answer',
    shows: 'an unpaid fare that the bank takes, but does not say so until it is asked again',
    email: 'hana@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Tram card', medium: plastic('hana', 'VISA', '2065'), habit: unpaid }],
    bank: { fault: 'timeout_after', times: 1 },
  },
  {
    kind: 'Refund',
    shows: 'one of five trips that the operator gave back; its back office gives back more',
    email: 'theo@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'City card', medium: plastic('theo', 'MC', '7712'), habit: fiveTrips }],
    isRefunded: true,
  },
  {
    kind: 'Replaced card',
    shows: 'a card that the bank has replaced, with a favourite that goes on with the new one',
    email: 'rosa@port-lumiere.example',
    language: 'en_CA',
    cards: [
      {
        name: 'Green card',
        medium: plastic('rosa', 'VISA', '4410'),
        habit: beforeReplacement,
        successor: {
          name: 'Green card, the new one',
          medium: successorOf(plastic('rosa', 'VISA', '4410'), 'rosa new', '4428'),
          habit: afterReplacement,
        },
      },
    ],
    favourites: [{ packageName: 'Ten rides, adult', name: 'Rides with Grandpa' }],
  },
  {
    kind: 'Lost card',
    shows: 'a lost card beside one in use, and two favourites, which is all there is room for',
    email: 'leo@port-lumiere.example',
    language: 'en_CA',
    cards: [
      { name: 'New card', medium: plastic('leo new', 'VISA', '8153'), habit: commuting },
      { name: 'Lost card', medium: plastic('leo lost', 'MC', '3390'), habit: firstTrips, isLost: true },
    ],
    favourites: [
      { packageName: 'Ten rides, adult', name: 'Ten rides' },
      { packageName: 'Bicycle month', name: 'Bicycle' },
    ],
  },
  {
    kind: 'Claimed card',
    shows: 'a card that somebody claims, with a week to object, and one that can be claimed with the two lines below',
    email: 'paula@port-lumiere.example',
    language: 'en_CA',
    cards: [
      { name: 'Yellow card', medium: plastic('paula yellow', 'VISA', '5501'), habit: studying },
      { name: 'Grey card', medium: plastic('paula grey', 'MC', '6627'), habit: commuting },
    ],
  },
  {
    kind: 'Claimant',
    shows: 'a claim of a card that another account has',
    email: 'hugo@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Bank card', medium: plastic('hugo', 'MC', '2894'), habit: firstTrips }],
    claims: { email: 'paula@port-lumiere.example', name: 'My other card' },
  },
  {
    kind: 'French',
    shows: 'everything in French',
    email: 'elodie@port-lumiere.example',
    language: 'fr_CA',
    cards: [{ name: 'Carte de tous les jours', medium: plastic('elodie', 'VISA', '9014'), habit: studying }],
  },
  {
    kind: 'Two operators',
    shows: 'trips with a partner in the same payments',
    email: 'iris@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Ferry and metro', medium: plastic('iris', 'MC', '6402'), habit: acrossTheLake }],
  },
  {
    kind: 'Very long history',
    shows: '50,000 trips with one card',
    email: 'walter@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Courier card', medium: plastic('walter', 'AMEX', '1005'), habit: courier }],
  },
  {
    kind: 'Single sign-on',
    shows: 'an account that the identity provider signs in',
    email: 'olivia@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Campus card', medium: plastic('olivia', 'VISA', '6148'), habit: studying }],
    provider: { firstName: 'Olivia', lastName: 'Marchand' },
  },
  {
    kind: 'Locked for 15 minutes',
    shows: 'a sign-in that is refused for now',
    email: 'liam@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Debit', medium: plastic('liam', 'MC', '2210'), habit: firstTrips }],
    state: 'locked',
  },
  {
    kind: 'Must change the password',
    shows: 'a new password before anything else',
    email: 'chloe@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Visa', medium: plastic('chloe', 'VISA', '5093'), habit: firstTrips }],
    state: 'mustChange',
  },
  {
    kind: 'Expired',
    shows: 'an account that has run out',
    email: 'arthur@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Old card', medium: plastic('arthur', 'MC', '8871'), habit: firstTrips }],
    state: 'expired',
  },
  {
    kind: 'Deactivated',
    shows: 'an account that was closed',
    email: 'ines@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Visa', medium: plastic('ines', 'VISA', '3746'), habit: firstTrips }],
    state: 'deactivated',
  },
];

/** A card of somebody that nobody claims yet, and that whoever has two lines of its statement can claim. */
export const claimableCard: DemoCard = cardOf('Claimed card', 1);

function cardOf(kind: string, index: number): DemoCard {
  const card = people.find((person) => person.kind === kind)?.cards[index];
  if (card === undefined) throw new Error(`nobody who is ${kind} has ${index + 1} cards`);
  return card;
}

/** Whom the identity provider knows. */
export const providerPeople = people.flatMap(({ email, provider }) => (provider ? [{ email, ...provider }] : []));

/** Every card that its people travel with, those that they have not linked yet included. Readers refuse lost ones and those that owe a fare. */
export function cardsInUse(cards: readonly DemoCard[]): DemoCard[] {
  return cards.flatMap((card) => (card.isLost || card.habit === unpaid ? [] : [card.successor ?? card]));
}

/** Cards, and those that the bank gave out in place of some of them. */
export function withSuccessors(cards: readonly DemoCard[]): DemoCard[] {
  return cards.flatMap((card) => (card.successor ? [card, card.successor] : [card]));
}

/** Cards that nobody has linked: to register with, and the rest of the city's traffic. */
export const unlinkedCards: DemoCard[] = ['6274', '8350', '1177', '4408', '2931', '7019'].map((lastFour, index) => ({
  name: `Unlinked ${lastFour}`,
  medium: plastic(`unlinked ${lastFour}`, index % 2 === 0 ? 'VISA' : 'MC', lastFour),
  habit: errands,
}));
