import { expect, test } from 'vitest';
import type { ReaderMessage } from './api/list-reader-messages.ts';
import { findMessages } from './find-messages.ts';

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
