import { beforeEach, describe, expect, test, vi } from 'vitest';
import { freshStorage } from '../../test/browser-globals.ts';
import {
  chooseLanguage,
  currentLocale,
  currentT,
  followAccount,
  loadTexts,
  onLanguage,
  rememberedLanguage,
  setLanguage,
} from './i18n.ts';

test('a value that only the next release knows has words, and an error keeps its code', async () => {
  freshStorage();
  await setLanguage('de_DE');
  await loadTexts();
  const look = (key: string): unknown => Reflect.apply(currentT(), undefined, [key]);

  expect(look('common.tripStatus.disputed')).toBe('Laden Sie die Seite neu, um es zu sehen');
  expect(look('errors.of_later')).toBe('errors.of_later');
});

describe('the language of the page', () => {
  let local: Storage;
  beforeEach(() => {
    ({ local } = freshStorage());
  });

  test('changes without a reload, and its listeners are called', async () => {
    await setLanguage('en_CA');
    const seen: string[] = [];
    const stop = onLanguage(() => seen.push(currentT()('common.password')));

    await setLanguage('sk_SK');
    stop();

    expect(seen).toEqual(['Heslo']);
  });

  test('is the last choice, however long the others take', async () => {
    await Promise.all([setLanguage('de_DE'), setLanguage('pl_PL'), setLanguage('it_IT')]);

    expect(currentLocale()).toBe('it_IT');
    expect(currentT()('common.password')).toBe('Password');
  });

  test('is stored under selectedLanguage once chosen [I18N-05]', async () => {
    await chooseLanguage('fr_CA');

    expect(local.getItem('selectedLanguage')).toBe('fr_CA');
    expect(rememberedLanguage(['en_CA', 'fr_CA'])).toBe('fr_CA');
    expect(rememberedLanguage(['en_CA'])).toBeUndefined();
  });

  test('reports for a choice whether it is shown', async () => {
    expect(await Promise.all([chooseLanguage('de_DE'), chooseLanguage('pl_PL')])).toEqual([false, true]);
  });

  test('is not replaced by that of the account while a choice is in progress', async () => {
    await setLanguage('en_CA');

    const choice = chooseLanguage('fr_CA');
    await followAccount('en_CA', ['en_CA', 'fr_CA']);
    await choice;

    expect(currentLocale()).toBe('fr_CA');
  });

  test('gets the texts beyond the first page when they are needed, and has them in the next language', async () => {
    await setLanguage('en_CA');
    await loadTexts();

    expect(currentT()('validation.required')).toBe('This field is required.');
    expect(currentT()('account.nameHeading')).toBe('Your name');
    expect(currentT()('common.trips', { count: 3 })).toBe('3 trips');
    await setLanguage('fr_CA');
    expect(currentT()('validation.required')).not.toBe('validation.required');
  });

  test('shows all texts whichever of two loads of a language ends first', async () => {
    vi.resetModules();
    const afresh = await import('./i18n.ts');
    const first = afresh.setLanguage('en_CA');

    await Promise.all([afresh.loadTexts(), first, afresh.setLanguage('en_CA')]);

    expect(afresh.currentT()('validation.required')).toBe('This field is required.');
  });

  test('waits for further texts that another caller is loading', async () => {
    vi.resetModules();
    const afresh = await import('./i18n.ts');
    await afresh.setLanguage('en_CA');
    void afresh.loadTexts();

    await afresh.loadTexts();

    expect(afresh.currentT()('validation.required')).toBe('This field is required.');
  });

  test('is rendered again only if a text has changed', async () => {
    await setLanguage('en_CA');
    await loadTexts();
    const heard = vi.fn<() => void>();
    const stop = onLanguage(heard);

    await loadTexts();
    await setLanguage('en_CA');
    stop();

    expect(heard).not.toHaveBeenCalled();
  });
});
