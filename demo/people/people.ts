import type { Locale } from '@tapfolio/domain/locale.ts';
import { type Medium, mediumOf } from '../back-office/media.ts';
import {
  acrossTheLake,
  commuting,
  courier,
  errands,
  firstTrips,
  type Habit,
  lakesideRun,
  studying,
  unpaid,
} from './habits.ts';

export interface DemoCard {
  name: string;
  medium: Medium;
  habit: Habit;
}

export interface DemoPerson {
  /** What this person is there to show, as printed at start. */
  kind: string;
  email: string;
  language: Locale;
  cards: [DemoCard, ...DemoCard[]];
  /** Packages bought with the first card that are favourites, under names of their own. */
  favourites?: readonly { packageName: string; name: string }[];
  /** How the account stands, when it is not simply open. */
  state?: 'locked' | 'mustChange' | 'expired' | 'deactivated';
  /** Set for whom the identity provider signs in; such a person has no password with the portal. */
  provider?: { firstName: string; lastName: string };
}

/** One password for everybody in the city; it meets the default rules. */
export const demoPassword = 'Heron-Bridge-at-dawn-7';

const plastic = (label: string, brand: Medium['brand'], lastFour: string): Medium =>
  mediumOf(label, { brand, formFactor: 'plastic', lastFour });

/** The passengers of the demonstration. A new kind of passenger is one more entry. */
export const people: DemoPerson[] = [
  {
    kind: 'Fresh',
    email: 'noah@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'My card', medium: plastic('noah', 'VISA', '4821'), habit: firstTrips }],
  },
  {
    kind: 'Regular',
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
    email: 'samuel@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Mastercard', medium: plastic('samuel', 'MC', '3308'), habit: unpaid }],
  },
  {
    kind: 'French',
    email: 'elodie@port-lumiere.example',
    language: 'fr_CA',
    cards: [{ name: 'Carte de tous les jours', medium: plastic('elodie', 'VISA', '9014'), habit: studying }],
  },
  {
    kind: 'Two operators',
    email: 'iris@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Ferry and metro', medium: plastic('iris', 'MC', '6402'), habit: acrossTheLake }],
  },
  {
    kind: 'Very long history',
    email: 'walter@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Courier card', medium: plastic('walter', 'AMEX', '1005'), habit: courier }],
  },
  {
    kind: 'Single sign-on',
    email: 'olivia@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Campus card', medium: plastic('olivia', 'VISA', '6148'), habit: studying }],
    provider: { firstName: 'Olivia', lastName: 'Marchand' },
  },
  {
    kind: 'Locked for 15 minutes',
    email: 'liam@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Debit', medium: plastic('liam', 'MC', '2210'), habit: firstTrips }],
    state: 'locked',
  },
  {
    kind: 'Must change the password',
    email: 'chloe@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Visa', medium: plastic('chloe', 'VISA', '5093'), habit: firstTrips }],
    state: 'mustChange',
  },
  {
    kind: 'Expired',
    email: 'arthur@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Old card', medium: plastic('arthur', 'MC', '8871'), habit: firstTrips }],
    state: 'expired',
  },
  {
    kind: 'Deactivated',
    email: 'ines@port-lumiere.example',
    language: 'en_CA',
    cards: [{ name: 'Visa', medium: plastic('ines', 'VISA', '3746'), habit: firstTrips }],
    state: 'deactivated',
  },
];

/** Whom the identity provider knows. */
export const providerPeople = people.flatMap(({ email, provider }) => (provider ? [{ email, ...provider }] : []));

/** Cards that nobody has linked: to register with, and the rest of the city's traffic. */
export const unlinkedCards: DemoCard[] = ['6274', '8350', '1177', '4408', '2931', '7019'].map((lastFour, index) => ({
  name: `Unlinked ${lastFour}`,
  medium: plastic(`unlinked ${lastFour}`, index % 2 === 0 ? 'VISA' : 'MC', lastFour),
  habit: errands,
}));
