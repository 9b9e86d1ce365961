import { expect, it } from 'vitest';
import { fileWith, problemsOf } from '../../test/config-file.ts';

/** What is wrong with a configuration that has these messages of readers, one line each. */
const problems = (...readerMessages: readonly object[]): string[] => problemsOf(fileWith({ readerMessages }));

const texts = { shown: 'Fare unpaid', means: 'A fare is unpaid.', next: 'Pay it.' };

it('takes a message with all texts in the first language, and a number for one that the portal explains', () => {
  expect(problems({ texts: { en_CA: texts } }, { number: '21', replaces: 'one_card' })).toEqual([]);
});

it('refuses a message of which a passenger would see a part only', () => {
  const fr = { shown: 'Trajet impayé', means: 'Un trajet est impayé.' };

  expect(problems({ number: '34' }, { texts: { en_CA: texts, fr_CA: fr } })).toEqual([
    "readerMessages.0.texts.en_CA: is missing: it is the portal's first language",
    'readerMessages.1.texts.fr_CA.next: is missing, and no message is replaced',
  ]);
});

it('refuses a number that would have two meanings', () => {
  const message = { number: '34', texts: { en_CA: texts } };

  expect(problems(message, { ...message, number: '35' }, message)).toEqual([
    'readerMessages.2.number: is used by an entry above',
  ]);
});

it('refuses texts that are too long for a list, and a message that the portal does not know', () => {
  expect(problems({ texts: { en_CA: { ...texts, means: 'x'.repeat(301) } } }, { replaces: 'two_cards' })).toEqual([
    'readerMessages.0.texts.en_CA.means: must have at most 300 characters',
    expect.stringMatching(/^readerMessages\.1\.replaces: must be one of declined, one_card, /),
  ]);
});
