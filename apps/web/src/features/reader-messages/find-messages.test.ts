import type { Locale } from '@tapfolio/domain/locale.ts';
import { readerMessageKinds } from '@tapfolio/domain/reader-messages.ts';
import { loadDocuments } from '@tapfolio/locales/generated/documents.ts';
import { translator } from '@tapfolio/locales/translator.ts';
import { describe, expect, test } from 'vitest';
import type { ReaderMessage } from './api/list-reader-messages.ts';
import { findMessages, foundWording } from './find-messages.ts';

const message = (id: string, shown: string, rest: Partial<ReaderMessage> = {}): ReaderMessage => ({
  id,
  number: null,
  language: 'en_CA',
  shown,
  means: '',
  next: '',
  ...rest,
});

const messages = [
  message('unpaid', 'Fare unpaid', { number: '34', means: 'A fare with this card is unpaid.' }),
  message('one', 'One card only', { number: 'E-07' }),
  message('expired', 'Card expired', { means: 'The date on the card has passed.' }),
  message('french', 'Carte refusée · Réessayez'),
  message('polish', 'Przyłóż tylko jedną kartę'),
];

test.each([
  ['', ['unpaid', 'one', 'expired', 'french', 'polish']],
  [' · ', ['unpaid', 'one', 'expired', 'french', 'polish']],
  ['34', ['unpaid']],
  ['error 34', ['unpaid']],
  ['3', ['unpaid']],
  ['7', ['one']],
  ['e07', ['one']],
  ['99', []],
  ['card expired 99', ['expired']],
  ['EXPIRED card', ['expired']],
  // The message that shows the word stands before those that only speak of it.
  ['card', ['one', 'expired', 'unpaid']],
  ['the card is expired', ['expired']],
  ['refusee', ['french']],
  ['przyloz', ['polish']],
  ['is', ['unpaid']],
  ['ferry', []],
])('finds by %j', (typed, ids) => {
  expect(findMessages(messages, typed).map(({ id }) => id)).toEqual(ids);
});

describe('a reader shows another language than the page', () => {
  const also = (shown: string) => ({ alsoShown: [{ language: 'fr_CA' as const, shown }] });
  const bilingual = [
    message('wait', 'Please wait', also('Carte en cours')),
    message('declined', 'Card declined', also('Carte refusée')),
    message('phone', 'See phone', also('Voir le téléphone')),
  ];

  test.each([
    ['refusee', ['declined'], 'Carte refusée'],
    ['refusez', ['declined'], 'Carte refusée'],
    ['declined', ['declined'], undefined],
    ['telephone', ['phone'], 'Voir le téléphone'],
    ['see phone', ['phone'], undefined],
  ])('finds by %j, and says the wording that it was found by', (typed, ids, wording) => {
    const found = findMessages(bilingual, typed);
    expect(found.map(({ id }) => id)).toEqual(ids);
    expect(found[0] && foundWording(found[0], typed)?.shown).toBe(wording);
  });
});

describe('a word as it is typed in a hurry', () => {
  const shownAndMeant = [
    message('declined', 'Card declined · Not authorized', {
      means: 'A fare could not be collected.',
      next: 'See whether it is unpaid.',
    }),
    message('expired', 'Card expired', { means: 'The bank is closed.' }),
    message('staff', 'See attendant', { means: 'Not your fault.' }),
    message('scaduta', 'Carta scaduta'),
    message('ungültig', 'Karte ungültig · Außer Betrieb'),
  ];

  test.each([
    ['expierd', ['expired']],
    ['expird', ['expired']],
    ['authorised', ['declined']],
    ['atendent', ['staff']],
    ['scaduto', ['scaduta']],
    ['ungueltig', ['ungültig']],
    ['ausser betrieb', ['ungültig']],
    // Only the advice speaks of it.
    ['unpaid', ['declined']],
    // Short words are all alike, and the first letter is right.
    ['cord', []],
    ['table', []],
  ])('finds by %j', (typed, ids) => {
    expect(findMessages(shownAndMeant, typed).map(({ id }) => id)).toEqual(ids);
  });

  test('what the reader shows with a slip stands before what only means the word', () => {
    const [one] = shownAndMeant;
    const other = message('means', 'Out of order', { means: 'It is not declinedd.' });
    expect(findMessages([other, ...(one ? [one] : [])], 'declinedd').map(({ id }) => id)).toEqual([
      'declined',
      'means',
    ]);
  });
});

/** What the portal itself says of readers, in a language. */
async function usualMessages(locale: Locale): Promise<ReaderMessage[]> {
  const t = translator(await loadDocuments(locale));
  return readerMessageKinds.map((kind) =>
    message(kind, t(`readermessages.shown.${kind}`), {
      means: t(`readermessages.means.${kind}`),
      next: t(`readermessages.next.${kind}`),
    }),
  );
}

test.each([
  ['en_CA', 'try another card'],
  ['en_GB', 'use a different card'],
  ['fr_CA', 'utilisez une autre carte'],
  ['de_DE', 'versuchen Sie eine andere Karte'],
  ['it_IT', 'usa un’altra carta'],
  ['pl_PL', 'spróbuj inną kartą'],
  ['sk_SK', 'použite inú kartu'],
] as const)('in %s a reader that asks for another card is found by %j', async (locale, typed) => {
  expect(findMessages(await usualMessages(locale), typed)[0]?.id).toBe('other_card');
});

test.each([
  [
    'en_CA',
    [
      'refused',
      'card refused',
      'declined',
      'blocked',
      'unpaid',
      'authorised',
      'rejected',
      'denied',
      'not accepted',
      'seek assistance',
      'see staff',
    ],
  ],
  ['en_GB', ['refused', 'rejected', 'access denied', 'seek assistance', 'unpaid', 'authorized']],
  [
    'fr_CA',
    [
      'refusee',
      'bloquée',
      'impayé',
      'carte refusé',
      'rejetée',
      'accès refusé',
      'demandez de l’aide',
      'personnel',
      'non acceptée',
    ],
  ],
  [
    'de_DE',
    ['abgelehnt', 'gesperrt', 'unbezahlt', 'zurückgewiesen', 'verweigert', 'nicht akzeptiert', 'an das Personal'],
  ],
  ['it_IT', ['rifiutata', 'rifiutato', 'bloccata', 'respinta', 'accesso negato', 'non accettata', 'personale']],
  ['pl_PL', ['odrzucona', 'zablokowana', 'nieopłacony', 'odmowa', 'brak dostępu', 'nie przyjęto', 'obsługi']],
  ['sk_SK', ['odmietnutá', 'zamietnuta', 'zablokovana', 'nezaplatené', 'prístup odmietnutý', 'neprijatá', 'personál']],
] as const)('in %s a card that readers refuse, for an unpaid fare too, is found first', async (locale, words) => {
  const messages = await usualMessages(locale);
  for (const word of words) expect(findMessages(messages, word)[0]?.id, word).toBe('declined');
});
