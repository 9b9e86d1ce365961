import type { DeclineCode } from '@tapfolio/domain/decline-codes.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { type Medium, mediumOf, successorOf } from '../back-office/media.ts';
import type { FaultWish } from '../bank/wire.ts';
import {
  acrossTheLake,
  afterReplacement,
  beforeReplacement,
  belowTheCap,
  commuting,
  courier,
  earlyShift,
  errands,
  firstTrips,
  fiveTrips,
  type Habit,
  studying,
  unpaid,
} from './habits.ts';
import { commutingWithSlips, errandsWithSlips, runWithSlips } from './slips.ts';

export interface DemoCard {
  name: string;
  medium: Medium;
  habit: Habit;
  /** The replacement card from the bank. No account has linked it. */
  successor?: DemoCard;
  /** The card is reported as lost. */
  isLost?: boolean;
}

export interface DemoPerson {
  /** A short name for the kind of person. */
  kind: string;
  /** What a user sees who signs in as this person; printed at the start. */
  shows: string;
  email: string;
  language: Locale;
  cards: [DemoCard, ...DemoCard[]];
  /** The names of the favourites: packages bought with the first card. */
  favourites?: readonly { packageName: string; name: string }[];
  /** How the bank answers when the unpaid fare of the first card is paid. Default: it charges the card. */
  bank?: Omit<FaultWish, 'statementReference'>;
  /** True if the operator refunded the first trip of the last day with five trips. */
  isRefunded?: boolean;
  /** True if the person has asked the operator about a trip and about a payment of the first card. The first one is answered. */
  hasAsked?: boolean;
  /** True if the person has marked the newest trip of the first card as for work. */
  travelsForWork?: boolean;
  /** The owner whose first card this person claims, and the claimant's name for it. */
  claims?: { email: string; name: string };
  /** The state of the account, if it is not open. */
  state?: 'locked' | 'mustChange' | 'expired' | 'deactivated';
  /** Set for a person who signs in at the identity provider and has no password at the portal. */
  provider?: { firstName: string; lastName: string };
}

/** The password of everybody in the city. It meets the default rules. */
export const demoPassword = 'Heron-Bridge-at-dawn-7';

const plastic = (label: string, brand: Medium['brand'], lastFour: string): Medium =>
  mediumOf(label, { brand, formFactor: 'plastic', lastFour });

const refusing = (declineCode: DeclineCode): FaultWish => ({ fault: 'decline', declineCode });

/** The passengers of the demonstration. For a new kind of passenger, add an entry. */
export const people: DemoPerson[] = [
  {
    kind: 'Fresh',
    shows: 'a first week in the city, with two trips, of which one is for work',
    email: 'noah@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'My card', medium: plastic('noah', 'VISA', '4821'), habit: firstTrips }],
    travelsForWork: true,
  },
  {
    kind: 'Regular',
    shows:
      'three cards, caps, passes, delivered refunds, products, a favourite with room for one more, two questions, of which one is answered, and trips that look wrong: a forgotten tap, two cards at one reader, in with one card and out with another, charged twice',
    email: 'maya@port-lumiere.example',
    language: 'en_CA',
    cards: [
      { name: 'Everyday Visa', medium: plastic('maya plastic', 'VISA', '7730'), habit: commutingWithSlips },
      {
        name: 'Work phone',
        medium: mediumOf('maya phone', { brand: 'MC', formFactor: 'phone', lastFour: '0192' }),
        habit: errandsWithSlips,
      },
      {
        name: 'Running watch',
        medium: mediumOf('maya watch', { brand: 'MC', formFactor: 'watch', lastFour: '5566' }),
        habit: runWithSlips,
      },
    ],
    favourites: [{ packageName: 'Ten rides, adult', name: 'Ten rides for visitors' }],
    hasAsked: true,
  },
  {
    kind: 'In debt',
    shows: 'an unpaid fare; the bank accepts its payment',
    email: 'samuel@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Mastercard', medium: plastic('samuel', 'MC', '3308'), habit: unpaid }],
  },
  {
    kind: 'Refused by the bank',
    shows: 'an unpaid fare; the bank refuses its payment because the account has too little money',
    email: 'nadia@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Debit card', medium: plastic('nadia', 'MC', '5127'), habit: unpaid }],
    bank: refusing('insufficient_funds'),
  },
  {
    kind: 'Refused for good',
    shows: 'an unpaid fare; the bank refuses its payment because the card is blocked',
    email: 'victor@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Blue card', medium: plastic('victor', 'VISA', '9346'), habit: unpaid }],
    bank: refusing('card_blocked'),
  },
  {
    kind: 'Bank without an answer',
    shows: 'an unpaid fare; the bank accepts its payment, but confirms it only when it is asked again',
    email: 'hana@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Tram card', medium: plastic('hana', 'VISA', '2065'), habit: unpaid }],
    bank: { fault: 'timeout_after', times: 1 },
  },
  {
    kind: 'Refund',
    shows: 'one of five trips was refunded; the back office can refund more',
    email: 'theo@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'City card', medium: plastic('theo', 'MC', '7712'), habit: fiveTrips }],
    isRefunded: true,
  },
  {
    kind: 'Replaced card',
    shows: 'a card that the bank has replaced, with a favourite that the new card takes over',
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
    shows: 'a lost card, a card in use, and two favourites, which is the limit',
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
    shows:
      'a card that another passenger claims, with a week to object, and a card that can be claimed with the two lines below',
    email: 'paula@port-lumiere.example',
    language: 'en_CA',
    cards: [
      { name: 'Yellow card', medium: plastic('paula yellow', 'VISA', '5501'), habit: studying },
      { name: 'Grey card', medium: plastic('paula grey', 'MC', '6627'), habit: commuting },
    ],
  },
  {
    kind: 'Claimant',
    shows: 'an open claim of a card that another account has',
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
    kind: 'Early shift',
    shows:
      'the caps of a day and a month from the morning on: one card has reached the cap of the day, the phone is one fare below it',
    email: 'ada@port-lumiere.example',
    language: 'en_CA',
    cards: [
      { name: 'Early card', medium: plastic('ada plastic', 'VISA', '3172'), habit: earlyShift },
      {
        name: 'Early phone',
        medium: mediumOf('ada phone', { brand: 'VISA', formFactor: 'phone', lastFour: '8846' }),
        habit: belowTheCap,
      },
    ],
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
    shows: 'an account with sign-in at the identity provider',
    email: 'olivia@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Campus card', medium: plastic('olivia', 'VISA', '6148'), habit: studying }],
    provider: { firstName: 'Olivia', lastName: 'Marchand' },
  },
  {
    kind: 'Locked for 15 minutes',
    shows: 'an account that is locked for some minutes',
    email: 'liam@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Debit', medium: plastic('liam', 'MC', '2210'), habit: firstTrips }],
    state: 'locked',
  },
  {
    kind: 'Must change the password',
    shows: 'an account that must choose a new password first',
    email: 'chloe@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Visa', medium: plastic('chloe', 'VISA', '5093'), habit: firstTrips }],
    state: 'mustChange',
  },
  {
    kind: 'Expired',
    shows: 'an account that has expired',
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

/** A linked card without a claim. Anybody with two of its statement lines can claim it. */
export const claimableCard: DemoCard = cardOf('Claimed card', 1);

function cardOf(kind: string, index: number): DemoCard {
  const card = people.find((person) => person.kind === kind)?.cards[index];
  if (card === undefined) throw new Error(`nobody who is ${kind} has ${index + 1} cards`);
  return card;
}

/** The people whom the identity provider knows. */
export const providerPeople = people.flatMap(({ email, provider }) => (provider ? [{ email, ...provider }] : []));

/** The people whose first card has an unpaid fare. */
export function owingPeople(): DemoPerson[] {
  return people.filter(({ cards: [{ habit }] }) => habit === unpaid);
}

/** Every card that travels in the city, linked or not. Readers refuse lost cards and cards with an unpaid fare. */
export function cardsInUse(cards: readonly DemoCard[]): DemoCard[] {
  return cards.flatMap((card) => (card.isLost || card.habit === unpaid ? [] : [card.successor ?? card]));
}

/** The given cards and their replacement cards. */
export function withSuccessors(cards: readonly DemoCard[]): DemoCard[] {
  return cards.flatMap((card) => (card.successor ? [card, card.successor] : [card]));
}

/** Cards that no account has linked: some are for registration, the others are the rest of the city's traffic. */
export const unlinkedCards: DemoCard[] = ['6274', '8350', '1177', '4408', '2931', '7019'].map((lastFour, index) => ({
  name: `Unlinked ${lastFour}`,
  medium: plastic(`unlinked ${lastFour}`, index % 2 === 0 ? 'VISA' : 'MC', lastFour),
  habit: errands,
}));
