import { readerMessages } from '@tapfolio/contracts/reader-messages.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { readerMessageKinds } from '@tapfolio/domain/reader-messages.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import type { Config } from '../../config/config.ts';
import { portalRole } from '../../roles/portal.ts';
import { readerMessagesIn } from './reader-messages.service.ts';

const url = '/public/api/v1/portal/reader-messages';
const ferry = {
  number: '52',
  texts: {
    en_CA: { shown: 'Boarding closed', means: 'The ferry leaves.', next: 'Tap for the next one.' },
    fr_CA: { shown: 'Embarquement terminé', means: 'Le traversier part.', next: 'Prenez le prochain.' },
  },
};
const twoCards = {
  number: '21',
  replaces: 'one_card' as const,
  texts: { en_CA: { shown: 'One at a time' }, fr_CA: { shown: 'Une à la fois' } },
};
const { call } = await createTestApp([portalRole], { config: { readerMessages: [ferry, twoCards] } });

/** What readers show in a portal with these languages, the first one first. */
const listed = (
  messages: Config['readerMessages'],
  locale: Locale | undefined,
  deployed: Locale[] = ['en_CA', 'fr_CA', 'de_DE'],
) => readerMessagesIn({ languages: { deployed, hosts: {} }, readerMessages: messages }, locale);

describe('listReaderMessages', () => {
  it('tells everybody the messages of the operator, then those that none of them replaces, in the language of the page', async () => {
    const { items } = readerMessages.parse((await call({ url, query: { language: 'fr_CA' } })).json());

    expect(items.map(({ id }) => id)).toEqual([
      'operator-0',
      'operator-1',
      ...readerMessageKinds.filter((kind) => kind !== 'one_card'),
    ]);
    expect(items[0]).toMatchObject({ id: 'operator-0', number: '52', language: 'fr_CA', ...ferry.texts.fr_CA });
    expect(items[2]).toMatchObject({
      number: null,
      language: 'fr_CA',
      shown: expect.stringContaining('Carte refusée'),
    });
  });

  it('takes from the message that is replaced what the operator does not say', async () => {
    const usual = (await listed([], 'en_CA')).find(({ id }) => id === 'one_card');
    const [own] = await listed([twoCards], 'en_CA');

    expect(own).toMatchObject({ number: '21', shown: 'One at a time', means: usual?.means, next: usual?.next });
  });

  it('says what a reader shows in the other languages of the portal, by the operator or as usual', async () => {
    const messages = await listed([ferry, twoCards], 'en_CA');
    const also = (id: string) => messages.find((message) => message.id === id)?.alsoShown;

    expect(also('operator-0')).toEqual([{ language: 'fr_CA', shown: 'Embarquement terminé' }]);
    expect(also('operator-1')).toEqual([
      { language: 'fr_CA', shown: 'Une à la fois' },
      { language: 'de_DE', shown: expect.stringContaining('Nur eine Karte') },
    ]);
    expect(also('declined')?.map(({ language }) => language)).toEqual(['fr_CA', 'de_DE']);
    expect((await listed([], 'en_CA', ['en_CA']))[0]?.alsoShown).toEqual([]);
  });

  it('is in the first language without one, and where the portal does not have it', async () => {
    const languages = async (locale: Locale | undefined) => [
      ...new Set((await listed([ferry], locale, ['fr_CA', 'en_CA'])).map(({ language }) => language)),
    ];

    expect(await languages(undefined)).toEqual(['fr_CA']);
    expect(await languages('pl_PL')).toEqual(['fr_CA']);
  });

  it.each([
    ['of the first language, if the operator has none in that of the page', ferry, 'en_CA', 'Boarding closed'],
    [
      'of the page, if the operator only adds a number',
      { number: '9', replaces: 'wait', texts: {} },
      'de_DE',
      'Bitte warten',
    ],
  ] as const)('has the texts %s', async (_, message, language, shown) => {
    const [own] = await listed([message], 'de_DE');

    expect(own).toMatchObject({ language, shown: expect.stringContaining(shown) });
  });

  it('stays small: the whole list of the demo is no larger than a page of trips', async () => {
    const answer = await call({ url, query: { language: 'fr_CA' } });

    expect(Buffer.byteLength(answer.body)).toBeLessThan(8000);
  });
});
