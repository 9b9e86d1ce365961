import { beforeEach, describe, expect, test, vi } from 'vitest';
import { freshStorage } from '../../test/browser-globals.ts';
import { chooseLanguage, currentLocale, currentT, onLanguage, rememberedLanguage, speak, speakAlso } from './i18n.ts';

describe('the language of the page', () => {
  let local: Storage;
  beforeEach(() => {
    ({ local } = freshStorage());
  });

  test('changes without a reload, and whoever shows texts is told', async () => {
    await speak('en_CA');
    const seen: string[] = [];
    const stop = onLanguage(() => seen.push(currentT()('common.password')));

    await speak('sk_SK');
    stop();

    expect(seen).toEqual(['Heslo']);
  });

  test('is the one wished for last, however long the others take', async () => {
    await Promise.all([speak('de_DE'), speak('pl_PL'), speak('it_IT')]);

    expect(currentLocale()).toBe('it_IT');
    expect(currentT()('common.password')).toBe('Password');
  });

  test('is kept under selectedLanguage once chosen [I18N-05]', async () => {
    await chooseLanguage('fr_CA');

    expect(local.getItem('selectedLanguage')).toBe('fr_CA');
    expect(rememberedLanguage(['en_CA', 'fr_CA'])).toBe('fr_CA');
    expect(rememberedLanguage(['en_CA'])).toBeUndefined();
  });

  test('gains the texts of forms and of the signed-in area when they are wanted', async () => {
    await speak('en_CA');
    await speakAlso('forms', 'area', 'account');

    expect(currentT()('validation.required')).toBe('This field is required.');
    expect(currentT()('account.nameHeading')).toBe('Your name');
    expect(currentT()('common.trips', { count: 3 })).toBe('3 trips');
    await speak('fr_CA');
    expect(currentT()('validation.required')).not.toBe('validation.required');
  });

  test('waits for further texts that somebody else has asked for', async () => {
    vi.resetModules();
    const afresh = await import('./i18n.ts');
    await afresh.speak('en_CA');
    void afresh.speakAlso('forms');

    await afresh.speakAlso('forms');

    expect(afresh.currentT()('validation.required')).toBe('This field is required.');
  });
});
